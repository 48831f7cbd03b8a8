import * as v from 'valibot'
import { ownPersonSchema } from './person.ts'

/** Answers a new profile, and one that is continued. */
export const enteredSchema = v.object({
  person: ownPersonSchema,
  /** Proves the visit. Told this once. */
  secret: v.string(),
  /** Proves that this browser made the profile. */
  deviceKey: v.string(),
  /** Ties the next profile of this browser in this bar to its removal and its limits. */
  mark: v.string(),
  /**
   * `key`: an earlier profile was updated. `phone`: a new profile was made, and an offline one with
   * the same phone steps aside for it.
   */
  recovered: v.nullable(v.picklist(['key', 'phone'])),
})
export type Entered = v.InferOutput<typeof enteredSchema>

/** Answers who a device key belongs to. */
export const recognisedSchema = v.object({ name: v.string(), photo: v.nullable(v.string()) })
export type Recognised = v.InferOutput<typeof recognisedSchema>
