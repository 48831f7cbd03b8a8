import * as v from 'valibot'
import { idSchema } from '#contract/id.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { storedItem } from './stored-item.ts'

const unsentSchema = v.object({
  id: idSchema,
  to: v.string(),
  text: v.string(),
  /** Read from the room's clock as this device knows it, for display only. */
  writtenAt: v.number(),
  /** Why the room refused it; null while pending. */
  refusal: v.nullable(v.picklist(REFUSALS)),
})
export type Unsent = v.InferOutput<typeof unsentSchema>

/** By bar, oldest first. */
export const outboxItem = storedItem('outbox', v.record(v.string(), v.array(unsentSchema)))
