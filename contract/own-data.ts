import * as v from 'valibot'
import { ownPersonSchema } from './person.ts'

export const ownDataSchema = v.object({
  bar: v.string(),
  person: ownPersonSchema,
  enteredAt: v.string(),
  endsAt: v.string(),
  /** The push subscription's JSON; null without one. */
  notices: v.nullable(v.string()),
  /** The last call for help, unless it was withdrawn. */
  help: v.nullable(v.object({ kind: v.string(), state: v.string(), at: v.string() })),
  /** People that this browser has blocked. */
  blocks: v.array(v.object({ name: v.string(), at: v.string() })),
  conversations: v.array(
    v.object({
      with: v.string(),
      messages: v.array(v.object({ from: v.string(), text: v.string(), at: v.string() })),
    }),
  ),
})
export type OwnData = v.InferOutput<typeof ownDataSchema>
