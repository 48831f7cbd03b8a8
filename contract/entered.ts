import * as v from 'valibot'
import { ownPersonSchema } from './person.ts'

export const enteredSchema = v.object({
  person: ownPersonSchema,
  /** Proves the visit. Sent only here. */
  secret: v.string(),
  /** Proves that this browser made the profile. */
  deviceKey: v.string(),
  /** Ties this browser's next profile in this bar to its removal and its limits. */
  mark: v.string(),
  /**
   * `key`: an earlier profile was updated. `phone`: a new profile was made, and an offline one with
   * the same phone is no longer listed.
   */
  recovered: v.nullable(v.picklist(['key', 'phone'])),
})
export type Entered = v.InferOutput<typeof enteredSchema>

export const recognisedSchema = v.object({ name: v.string(), photo: v.nullable(v.string()) })
export type Recognised = v.InferOutput<typeof recognisedSchema>
