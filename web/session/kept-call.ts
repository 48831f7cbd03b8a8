import * as v from 'valibot'
import { helpRequestSchema } from '#contract/help.ts'
import { storedItem } from './stored-item.ts'

const keptCallSchema = v.object({ barId: v.string(), request: helpRequestSchema })

/** A call for help that the server has not answered yet. One id, so that its repeats are one call. */
export const keptCallItem = storedItem('helpCall', keptCallSchema)
