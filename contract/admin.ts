import * as v from 'valibot'
import { idSchema } from './id.ts'
import { LIMITS } from './limits.ts'
import { countGraphemes } from './plain-text.ts'

export const adminUserSchema = v.object({
  id: idSchema,
  email: v.string(),
  role: v.literal('admin'),
})
export type AdminUser = v.InferOutput<typeof adminUserSchema>

export const adminSessionSchema = v.object({ user: adminUserSchema })
export type AdminSession = v.InferOutput<typeof adminSessionSchema>

export const typedPasswordSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(LIMITS.passwordCharacters),
)

/** Text that is not an email gets the same answer as an unknown email. */
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

export const newPasswordSchema = v.pipe(
  typedPasswordSchema,
  v.check((password) => countGraphemes(password) >= LIMITS.passwordCharactersMin),
)

export const passwordLinkTokenSchema = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))

export const passwordLinkRequestSchema = v.strictObject({
  token: passwordLinkTokenSchema,
  password: newPasswordSchema,
})
export type PasswordLinkRequest = v.InferInput<typeof passwordLinkRequestSchema>
