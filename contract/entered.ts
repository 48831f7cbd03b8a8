import * as v from 'valibot'
import { ownPersonSchema } from './person.ts'

export const enteredSchema = v.object({
  person: ownPersonSchema,
  /** Proves the visit. No other answer contains it. */
  secret: v.string(),
  deviceKey: v.string(),
  /** Ties this browser's next profile in this bar to its removal and its limits. Null: it keeps its own. */
  mark: v.nullable(v.string()),
  /** `phone`: the room unlisted an offline profile with the same phone. */
  recovered: v.nullable(v.picklist(['key', 'phone'])),
})
export type Entered = v.InferOutput<typeof enteredSchema>

export const recognisedSchema = v.object({
  id: v.string(),
  name: v.string(),
  photo: v.nullable(v.string()),
})
export type Recognised = v.InferOutput<typeof recognisedSchema>
