import * as v from 'valibot'
import { SUBSCRIPTION_PLANS } from './bar.ts'
import { documentSchema } from './document.ts'
import { emailSchema } from './email.ts'
import { idSchema } from './id.ts'
import { LIMITS } from './limits.ts'
import { MEDIA_PREFIX } from './paths.ts'
import { phoneSchema } from './phone.ts'
import { readText, toLine, toParagraphs } from './plain-text.ts'
import { stateSchema } from './states.ts'
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

/** Cleaned text, or null where nothing visible is left of it. */
function optionalText(size: TextSize = LIMITS.barLineText, clean = toLine) {
  return v.nullable(
    v.pipe(
      text(size, clean),
      v.transform((cleaned) => cleaned || null),
    ),
  )
}

const LOGIN = /^[a-z0-9](?:[a-z0-9._-]{1,28})[a-z0-9]$/

/** Reads a bar's user name as people type it: any case. Null unless 3 to 30 of a-z 0-9 . _ - */
export function toBarLogin(text: string): string | null {
  const login = text.trim().toLowerCase()
  return LOGIN.test(login) ? login : null
}

/** Where an upload was put: 32 characters are the 192 random bits of `mintMediaKey`. */
function uploadedPath(folder: 'logos' | 'photos') {
  const path = new RegExp(`^${MEDIA_PREFIX}${folder}/[\\w-]{32}\\.(?:jpg|png|webp)$`)
  return v.pipe(v.string(), v.regex(path))
}

/** Answer of an upload: the picture's path on this origin, which `newBarSchema` takes. */
export const uploadedPictureSchema = v.object({ path: v.string() })
export type UploadedPicture = v.InferOutput<typeof uploadedPictureSchema>

/**
 * What the form holds. Every key is there; what is left empty is null. Phone, document, email and
 * login come as `toPhone`, `toDocument`, `toEmail` and `toBarLogin` read them.
 */
const barFieldsSchema = v.strictObject({
  name: requiredLine(),
  ownerName: optionalText(),
  document: v.nullable(documentSchema),
  address: requiredLine(),
  number: optionalText(LIMITS.barNumberText),
  neighborhood: optionalText(),
  city: requiredLine(),
  state: v.nullable(stateSchema),
  phone: v.nullable(phoneSchema),
  email: v.nullable(emailSchema),
  login: v.nullable(v.pipe(v.string(), v.regex(LOGIN))),
  subscriptionPlan: v.picklist(SUBSCRIPTION_PLANS),
  description: optionalText(LIMITS.barDescriptionText, toParagraphs),
  logo: v.nullable(uploadedPath('logos')),
  photos: v.pipe(
    v.array(uploadedPath('photos')),
    v.maxLength(LIMITS.environmentPhotos),
    v.check((paths) => new Set(paths).size === paths.length),
  ),
})
export type BarFields = v.InferOutput<typeof barFieldsSchema>
export type BarFieldsRequest = v.InferInput<typeof barFieldsSchema>

/** POST of a new bar. */
export const newBarSchema = v.strictObject({
  /** Minted with the form: a repeated submit finds the bar that the first one made. */
  creationKey: idSchema,
  ...barFieldsSchema.entries,
})
export type NewBar = v.InferOutput<typeof newBarSchema>
export type NewBarRequest = v.InferInput<typeof newBarSchema>

/** PUT of a bar as it was edited. */
export const editedBarSchema = v.strictObject({
  /** That of the bar which was edited; another one now is a conflict. */
  revision: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  ...barFieldsSchema.entries,
})
export type EditedBar = v.InferOutput<typeof editedBarSchema>
export type EditedBarRequest = v.InferInput<typeof editedBarSchema>

/** DELETE of a bar: its name, typed by whoever deletes it. */
export const deleteBarRequestSchema = v.strictObject({ name: v.string() })
