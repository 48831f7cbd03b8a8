import * as v from 'valibot'
import { idSchema } from './id.ts'
import { LIMITS } from './limits.ts'
import { countGraphemes } from './plain-text.ts'

/** Who is signed in. Any other role than admin is nobody here. */
export const adminUserSchema = v.object({
  id: idSchema,
  email: v.string(),
  role: v.literal('admin'),
})
export type AdminUser = v.InferOutput<typeof adminUserSchema>

/** Answer of signing in and of asking who is signed in. */
export const adminSessionSchema = v.object({ user: adminUserSchema })
export type AdminSession = v.InferOutput<typeof adminSessionSchema>

/** A password as it was typed, whether or not it may be one: never empty, and hashing it stays cheap. */
export const typedPasswordSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(LIMITS.passwordCharacters),
)

/** POST of a login. What can be no email is answered like an unknown one. */
export const loginRequestSchema = v.strictObject({
  email: v.pipe(
    v.string(),
    v.trim(),
    v.toLowerCase(),
    v.minLength(1),
    v.maxLength(LIMITS.emailCharacters),
  ),
  password: typedPasswordSchema,
})
export type LoginRequest = v.InferInput<typeof loginRequestSchema>

/** A password that is about to be set. Whether it is among the most common ones the server says. */
export const newPasswordSchema = v.pipe(
  typedPasswordSchema,
  v.check((password) => countGraphemes(password) >= LIMITS.passwordCharactersMin),
)

/** 256 random bits in base64url. */
export const passwordLinkTokenSchema = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))

/** POST of a password by the link that the operator made. Good once, for 30 minutes. */
export const passwordLinkRequestSchema = v.strictObject({
  token: passwordLinkTokenSchema,
  password: newPasswordSchema,
})
export type PasswordLinkRequest = v.InferInput<typeof passwordLinkRequestSchema>
