/** Times on the wire are milliseconds since 1970. */
// A namespace instead of an object, so that a bundle holds only the numbers it uses.
export * as TIMINGS from './timing-values.ts'
