import * as v from 'valibot'
import { typedPasswordSchema } from './admin.ts'
import { BROWSERS, SYSTEMS } from './admin-account.ts'
import { idSchema } from './id.ts'
import { LIMITS } from './limits.ts'
import { nameSchema } from './profile-form.ts'

const base64urlSchema = v.pipe(
  v.string(),
  v.regex(/^[\w-]+$/),
  v.maxLength(LIMITS.passkeyFieldCharacters),
)

/** WebAuthn Level 3, 5.8.4. The page drops transports that are not in this list. */
export const TRANSPORTS = [
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
] as const
export type Transport = (typeof TRANSPORTS)[number]
const transportsSchema = v.pipe(v.array(v.picklist(TRANSPORTS)), v.maxLength(TRANSPORTS.length))

/** 32 bytes in base64url. It expires in a few minutes and works only in the browser that asked. */
export const passkeyChallengeSchema = v.object({ challenge: v.string() })
export type PasskeyChallenge = v.InferOutput<typeof passkeyChallengeSchema>

/** The result of `navigator.credentials.create`. */
export const newPasskeySchema = v.strictObject({
  credentialId: base64urlSchema,
  clientData: base64urlSchema,
  attestation: base64urlSchema,
  transports: transportsSchema,
})
export type NewPasskeyRequest = v.InferOutput<typeof newPasskeySchema>

/** The result of `navigator.credentials.get`. */
export const assertionSchema = v.strictObject({
  credentialId: base64urlSchema,
  clientData: base64urlSchema,
  authenticatorData: base64urlSchema,
  signature: base64urlSchema,
})
export type Assertion = v.InferOutput<typeof assertionSchema>

/** A signed-in account proves itself again. */
export const proofSchema = v.union([
  v.strictObject({ password: typedPasswordSchema }),
  v.strictObject({ passkey: assertionSchema }),
])

export const passkeyNameSchema = v.strictObject({ name: nameSchema })

const ownPasskeySchema = v.object({
  id: idSchema,
  /** Public: the browser finds the passkey by it. */
  credentialId: v.string(),
  transports: transportsSchema,
  name: v.nullable(v.string()),
  browser: v.nullable(v.picklist(BROWSERS)),
  system: v.nullable(v.picklist(SYSTEMS)),
  createdAt: v.number(),
  lastUsedAt: v.nullable(v.number()),
  /** A password link was used since. The passkey opens nothing until the account confirms it. */
  isSuspended: v.boolean(),
})
export type OwnPasskey = v.InferOutput<typeof ownPasskeySchema>

export const ownPasskeysSchema = v.object({
  passkeys: v.array(ownPasskeySchema),
  /** If false, the last passkey cannot be removed: nothing else opens the account. */
  hasPassword: v.boolean(),
})
export type OwnPasskeys = v.InferOutput<typeof ownPasskeysSchema>
