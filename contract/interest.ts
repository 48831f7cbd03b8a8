import * as v from 'valibot'

export const INTERESTS = ['all', 'men', 'women'] as const
export type Interest = (typeof INTERESTS)[number]
export const interestSchema = v.picklist(INTERESTS)
