import * as v from 'valibot'
import { ownPersonSchema } from './person.ts'

/** Answers a new profile, and one that is continued. */
export const enteredSchema = v.object({
  person: ownPersonSchema,
  secret: v.string(),
  /** Proves from now on that this browser made the profile. Null where it did not. */
  deviceKey: v.nullable(v.string()),
  /** An earlier profile was found and updated; its id is not the one that was asked for. */
  recovered: v.boolean(),
})
export type Entered = v.InferOutput<typeof enteredSchema>

/** Answers who a device key belongs to. */
export const recognisedSchema = v.object({ name: v.string(), photo: v.nullable(v.string()) })
export type Recognised = v.InferOutput<typeof recognisedSchema>
