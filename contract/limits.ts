/**
 * Every limit that both sides know. Text lengths are in graphemes (what a reader counts as one
 * character) unless the name says otherwise.
 */
// A namespace of constants, and not an object: a page then carries only the numbers that it uses.
export * as LIMITS from './limit-values.ts'
