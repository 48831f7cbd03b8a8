/**
 * Where an object is made: in Eastern North America, where D1 was made too (docs/operations.md). Neither
 * runs in South America, so they stand beside each other and only the trip from the edge is a long one.
 */
export const BESIDE_DATABASE = { locationHint: 'enam' } as const
