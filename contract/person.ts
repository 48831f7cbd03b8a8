import * as v from 'valibot'
import { idSchema } from './id.ts'
import { interestSchema } from './interest.ts'
import { LIMITS } from './limits.ts'
import { phoneSchema } from './phone.ts'
import { readText, toLine } from './plain-text.ts'
import { tableSchema } from './table.ts'

/** What a patron sees of another. Never the phone. */
export const publicPersonSchema = v.object({
  id: v.string(),
  name: v.string(),
  table: v.string(),
  /** Path of the picture on this origin. */
  photo: v.nullable(v.string()),
  /** Null where the person chose not to show it. */
  interest: v.nullable(interestSchema),
  online: v.boolean(),
})
export type PublicPerson = v.InferOutput<typeof publicPersonSchema>

/** What people see of themselves. */
export const ownPersonSchema = v.object({
  ...publicPersonSchema.entries,
  interest: interestSchema,
  showsInterest: v.boolean(),
  phone: v.nullable(v.string()),
})
export type OwnPerson = v.InferOutput<typeof ownPersonSchema>

export const nameSchema = v.pipe(
  v.string(),
  v.transform((name) => readText(name, LIMITS.nameText, toLine)),
  v.string(),
  v.minLength(1),
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

/** The text of a device key or a mark; only the server reads it. */
const tokenSchema = v.pipe(v.string(), v.maxLength(200))

/** POST of a new profile. The room mints its id and a secret that proves it. */
export const enterRequestSchema = v.strictObject({
  /** Known to this browser alone. A request that is repeated with it makes no second profile. */
  attempt: idSchema,
  name: nameSchema,
  phone: v.nullable(phoneSchema),
  photo: v.nullable(photoDataSchema),
  interest: interestSchema,
  showsInterest: v.boolean(),
  table: tableSchema,
  /** What this browser was given for this bar before; null where it has nothing. */
  deviceKey: v.nullable(tokenSchema),
  mark: v.nullable(tokenSchema),
})
export type EnterRequest = v.InferInput<typeof enterRequestSchema>

/** POST of a device key: who is it ("recognise"), or a new secret for the same profile ("continue"). */
export const deviceKeyRequestSchema = v.strictObject({ deviceKey: tokenSchema })

/** PATCH of the own profile; what is left out stays. */
export const editRequestSchema = v.strictObject({
  name: v.optional(nameSchema),
  phone: v.optional(v.nullable(phoneSchema)),
  photo: v.optional(v.nullable(photoDataSchema)),
  interest: v.optional(interestSchema),
  showsInterest: v.optional(v.boolean()),
  table: v.optional(tableSchema),
})
export type EditRequest = v.InferInput<typeof editRequestSchema>
