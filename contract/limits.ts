/** Limits that both sides know. Text lengths are in graphemes unless the name says otherwise. */
// A namespace instead of an object, so that a bundle holds only the numbers it uses.
export * as LIMITS from './limit-values.ts'
