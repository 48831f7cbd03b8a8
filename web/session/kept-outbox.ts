import * as v from 'valibot'
import { idSchema } from '#contract/id.ts'
import { REFUSALS } from '#contract/protocol.ts'
import { storedItem } from './stored-item.ts'

const unsentSchema = v.object({
  id: idSchema,
  to: v.string(),
  text: v.string(),
  /** By this device's clock, for display alone. */
  writtenAt: v.number(),
  /** Why the room did not take it; null while it is on its way. */
  refusal: v.nullable(v.picklist(REFUSALS)),
})
/** A message that the room has not confirmed. */
export type Unsent = v.InferOutput<typeof unsentSchema>

/** Unsent messages by bar, oldest first. */
export const outboxItem = storedItem('outbox', v.record(v.string(), v.array(unsentSchema)))
