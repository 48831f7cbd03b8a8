/**
 * Durations that both sides know. Times on the wire are milliseconds since 1970. The first five set
 * the product's pace.
 */
// A namespace instead of an object, so that a bundle holds only the numbers it uses.
export * as TIMINGS from './timing-values.ts'
