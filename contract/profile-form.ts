import * as v from 'valibot'
import { typedEntryCodeSchema } from './entry-code.ts'
import { optionalField } from './form-field.ts'
import { idSchema } from './id.ts'
import { interestSchema } from './interest.ts'
import { LIMITS } from './limits.ts'
import { phoneSchema, toPhone } from './phone.ts'
import { readText, toLine } from './plain-text.ts'
import { tableSchema } from './table.ts'

export const nameSchema = v.pipe(
  v.string(),
  v.transform((name) => readText(name, LIMITS.nameText, toLine)),
  v.string(),
  v.minLength(1),
)

const BASE64_CHARACTERS_MAX =
  Math.ceil(LIMITS.photoBytes / 3) * 4 + 'data:image/jpeg;base64,'.length

/** `data:image/(jpeg|png|webp);base64,…`, at most `LIMITS.photoBytes` decoded. */
export const photoDataSchema = v.pipe(
  v.string(),
  v.maxLength(BASE64_CHARACTERS_MAX),
  v.regex(/^data:image\/(?:jpeg|png|webp);base64,[A-Za-z0-9+/]+={0,2}$/),
)

const tokenSchema = v.pipe(v.string(), v.maxLength(200))

const profileSchema = v.strictObject({
  name: nameSchema,
  phone: v.nullable(phoneSchema),
  photo: v.nullable(photoDataSchema),
  interest: interestSchema,
  showsInterest: v.boolean(),
})
export type Profile = v.InferInput<typeof profileSchema>

/** A profile as it is typed. */
export const profileFormSchema = v.object({
  ...profileSchema.entries,
  phone: optionalField(toPhone, phoneSchema),
})

/** As it is typed when it is edited. A photo that stays is left out: it is a path by then. */
export const editFormSchema = v.object({
  ...profileFormSchema.entries,
  photo: v.optional(profileSchema.entries.photo),
  table: tableSchema,
})

export const enterRequestSchema = v.strictObject({
  /** Random, known only to this browser. A repeated request does not make a second profile. */
  attempt: idSchema,
  ...profileSchema.entries,
  table: tableSchema,
  deviceKey: v.nullable(tokenSchema),
  mark: v.nullable(tokenSchema),
  /** The night's code. A page from before it sends none. */
  entryCode: v.optional(v.nullable(typedEntryCodeSchema), null),
})
export type EnterRequest = v.InferInput<typeof enterRequestSchema>

export const deviceKeyRequestSchema = v.strictObject({ deviceKey: tokenSchema })

export const editRequestSchema = v.partial(
  v.strictObject({ ...profileSchema.entries, table: tableSchema }),
)
export type EditRequest = v.InferInput<typeof editRequestSchema>
