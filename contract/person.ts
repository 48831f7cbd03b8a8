import * as v from 'valibot'
import { idSchema } from './id.ts'
import { interestSchema } from './interest.ts'
import { LIMITS } from './limits.ts'
import { phoneSchema } from './phone.ts'
import { countGraphemes, toLine } from './plain-text.ts'
import { tableSchema } from './table.ts'

/** What a patron sees of another. Never the phone. */
export const publicPersonSchema = v.object({
  id: v.string(),
  name: v.string(),
  table: v.string(),
  /** Path of the picture on this origin. */
  photo: v.nullable(v.string()),
  interest: interestSchema,
  online: v.boolean(),
})
export type PublicPerson = v.InferOutput<typeof publicPersonSchema>

/** What people see of themselves. */
export const ownPersonSchema = v.object({
  ...publicPersonSchema.entries,
  phone: v.nullable(v.string()),
})
export type OwnPerson = v.InferOutput<typeof ownPersonSchema>

export const nameSchema = v.pipe(
  v.string(),
  v.transform(toLine),
  v.minLength(1),
  v.check((name) => countGraphemes(name) <= LIMITS.nameGraphemes),
)

/** Types of picture that the product keeps, by what their first bytes say. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PictureType = (typeof PICTURE_TYPES)[number]

const BASE64_CHARACTERS_MAX =
  Math.ceil(LIMITS.photoBytes / 3) * 4 + 'data:image/jpeg;base64,'.length

/** An inline picture: `data:image/(jpeg|png|webp);base64,…`, at most `LIMITS.photoBytes` decoded. */
export const photoDataSchema = v.pipe(
  v.string(),
  v.maxLength(BASE64_CHARACTERS_MAX),
  v.regex(/^data:image\/(?:jpeg|png|webp);base64,[A-Za-z0-9+/]+={0,2}$/),
)

/** POST of a new profile. The id is the client's; the secret that proves it comes back once. */
export const enterRequestSchema = v.strictObject({
  id: idSchema,
  name: nameSchema,
  phone: v.nullable(phoneSchema),
  photo: v.nullable(photoDataSchema),
  interest: interestSchema,
  table: tableSchema,
})
export type EnterRequest = v.InferInput<typeof enterRequestSchema>

export const enteredSchema = v.object({ person: ownPersonSchema, secret: v.string() })
export type Entered = v.InferOutput<typeof enteredSchema>
