/** Every duration that both sides know, in milliseconds. The first five are the product's pace. */
// A namespace of constants, and not an object: a page then carries only the numbers that it uses.
export * as TIMINGS from './timing-values.ts'
