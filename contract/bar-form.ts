import * as v from 'valibot'
import { SUBSCRIPTION_PLANS } from './bar.ts'
import { documentSchema, toDocument } from './document.ts'
import { emailSchema, toEmail } from './email.ts'
import { optionalField } from './form-field.ts'
import { idSchema } from './id.ts'
import { LIMITS } from './limits.ts'
import { MEDIA_PREFIX } from './paths.ts'
import { phoneSchema, toPhone } from './phone.ts'
import { readText, toLine, toParagraphs } from './plain-text.ts'
import { secondTimeZoneSchema, stateSchema } from './states.ts'
import type { TextSize } from './text-size.ts'

function text(size: TextSize, clean = toLine) {
  return v.pipe(
    v.string(),
    v.transform((typed) => readText(typed, size, clean)),
    v.string(),
  )
}

function requiredLine() {
  return v.pipe(text(LIMITS.barLineText), v.minLength(1))
}

function optionalText(size: TextSize = LIMITS.barLineText, clean = toLine) {
  return v.nullable(
    v.pipe(
      text(size, clean),
      v.transform((cleaned) => cleaned || null),
    ),
  )
}

const LOGIN = /^[a-z0-9](?:[a-z0-9._-]{1,28})[a-z0-9]$/

const loginSchema = v.pipe(v.string(), v.regex(LOGIN))

/** 32 characters encode the 192 random bits of `mintMediaKey`. */
function uploadedPath(folder: 'logos' | 'photos') {
  const path = new RegExp(`^${MEDIA_PREFIX}${folder}/[\\w-]{32}\\.(?:jpg|png|webp)$`)
  return v.pipe(v.string(), v.regex(path))
}

export const uploadedPictureSchema = v.object({ path: v.string() })
export type UploadedPicture = v.InferOutput<typeof uploadedPictureSchema>

const barTextsSchema = v.strictObject({
  name: requiredLine(),
  ownerName: optionalText(),
  document: v.nullable(documentSchema),
  address: requiredLine(),
  number: optionalText(LIMITS.barNumberText),
  neighborhood: optionalText(),
  city: requiredLine(),
  state: v.nullable(stateSchema),
  timeZone: v.nullable(secondTimeZoneSchema),
  phone: v.nullable(phoneSchema),
  email: v.nullable(emailSchema),
  login: v.nullable(loginSchema),
  subscriptionPlan: v.picklist(SUBSCRIPTION_PLANS),
  description: optionalText(LIMITS.barDescriptionText, toParagraphs),
  tonight: optionalText(LIMITS.tonightText),
})

/** The form of a bar, before its texts are cleaned. */
export const barFormSchema = v.object({
  ...barTextsSchema.entries,
  document: optionalField(toDocument, documentSchema),
  state: v.pipe(
    v.string(),
    v.transform((state) => state || null),
    v.nullable(stateSchema),
  ),
  timeZone: v.pipe(
    v.string(),
    v.transform((zone) => zone || null),
    v.nullable(secondTimeZoneSchema),
  ),
  phone: optionalField(toPhone, phoneSchema),
  email: optionalField(toEmail, emailSchema),
  login: optionalField((login) => login.trim().toLowerCase(), loginSchema),
})
export type BarTexts = v.InferOutput<typeof barFormSchema>

const barFieldsSchema = v.strictObject({
  ...barTextsSchema.entries,
  logoUrl: v.nullable(uploadedPath('logos')),
  photoUrls: v.pipe(
    v.array(uploadedPath('photos')),
    v.maxLength(LIMITS.environmentPhotos),
    v.check((paths) => new Set(paths).size === paths.length),
  ),
  /** A smaller rendition of the first photo. */
  coverUrl: v.nullable(uploadedPath('photos')),
})
export type BarFieldsRequest = v.InferInput<typeof barFieldsSchema>

export const newBarSchema = v.strictObject({
  /** Made with the form. A repeated submit returns the bar of the first one. */
  creationKey: idSchema,
  ...barFieldsSchema.entries,
})
export type NewBar = v.InferOutput<typeof newBarSchema>
export type NewBarRequest = v.InferInput<typeof newBarSchema>

export const editedBarSchema = v.strictObject({
  revision: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  ...barFieldsSchema.entries,
})
export type EditedBar = v.InferOutput<typeof editedBarSchema>
export type EditedBarRequest = v.InferInput<typeof editedBarSchema>

export const deleteBarRequestSchema = v.strictObject({ name: v.string() })
