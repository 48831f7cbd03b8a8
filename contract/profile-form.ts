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

/** `data:image/(jpeg|png|webp);base64,…`, at most `bytes` decoded. */
function pictureData(bytes: number) {
  return v.pipe(
    v.string(),
    v.maxLength(Math.ceil(bytes / 3) * 4 + 'data:image/jpeg;base64,'.length),
    v.regex(/^data:image\/(?:jpeg|png|webp);base64,[A-Za-z0-9+/]+={0,2}$/),
  )
}

export const photoDataSchema = pictureData(LIMITS.photoBytes)
/** The thumbnail of the photo; left out without one. */
const thumbnailSchema = v.optional(v.nullable(pictureData(LIMITS.thumbnailBytes)), null)

const tokenSchema = v.pipe(v.string(), v.maxLength(200))

const profileSchema = v.strictObject({
  name: nameSchema,
  phone: v.nullable(phoneSchema),
  photo: v.nullable(photoDataSchema),
  interest: interestSchema,
  showsInterest: v.boolean(),
})
export type Profile = v.InferInput<typeof profileSchema>

/** The form of a profile, before its texts are cleaned. */
export const profileFormSchema = v.object({
  ...profileSchema.entries,
  phone: optionalField(toPhone, phoneSchema),
})

/** The form of an edited profile. An unchanged photo is left out: by then it is a path. */
export const editFormSchema = v.object({
  ...profileFormSchema.entries,
  photo: v.optional(profileSchema.entries.photo),
  table: tableSchema,
})

export const enterRequestSchema = v.strictObject({
  /** Random, known only to this browser. A repeated request does not make a second profile. */
  attempt: idSchema,
  ...profileSchema.entries,
  thumbnail: thumbnailSchema,
  table: tableSchema,
  deviceKey: v.nullable(tokenSchema),
  mark: v.nullable(tokenSchema),
  /** The night's code. */
  entryCode: v.nullable(typedEntryCodeSchema),
})
export type EnterRequest = v.InferInput<typeof enterRequestSchema>

export const deviceKeyRequestSchema = v.strictObject({ deviceKey: tokenSchema })

export const editRequestSchema = v.partial(
  v.strictObject({ ...profileSchema.entries, thumbnail: thumbnailSchema, table: tableSchema }),
)
export type EditRequest = v.InferInput<typeof editRequestSchema>
