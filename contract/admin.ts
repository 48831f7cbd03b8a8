import * as v from 'valibot'
import { emailSchema, toEmail } from './email.ts'
import { idSchema } from './id.ts'
import { LIMITS } from './limits.ts'
import { countGraphemes } from './plain-text.ts'

/** The roles of an account in one bar. */
export const MEMBER_ROLES = ['owner', 'staff'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]
export const ACCOUNT_ROLES = ['admin', ...MEMBER_ROLES] as const
export type AccountRole = (typeof ACCOUNT_ROLES)[number]

export const adminUserSchema = v.object({
  id: idSchema,
  email: v.string(),
  /** The account's highest role. Its role in one bar is in `AdminBar`. */
  role: v.picklist(ACCOUNT_ROLES),
})
export type AdminUser = v.InferOutput<typeof adminUserSchema>

export const adminSessionSchema = v.object({ user: adminUserSchema })
export type AdminSession = v.InferOutput<typeof adminSessionSchema>

/** `ready`: no account exists, and the setup secret lets its holder create the first one. */
const FIRST_RUNS = ['ready', 'noSecret'] as const
export type FirstRun = (typeof FIRST_RUNS)[number]

export const whoIsSignedInSchema = v.object({
  user: v.nullable(adminUserSchema),
  /** It is null as soon as one account exists. */
  firstRun: v.nullable(v.picklist(FIRST_RUNS)),
  /** The last sign-in of this account from a new device. `isOwn`: it made this session. */
  newDevice: v.nullable(v.object({ at: v.number(), isOwn: v.boolean() })),
  /**
   * When a link set the password. It is null unless this is the first session since then and the
   * account has passkeys from before.
   */
  reviewSince: v.nullable(v.number()),
})
export type WhoIsSignedIn = v.InferOutput<typeof whoIsSignedInSchema>

export const typedPasswordSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(LIMITS.passwordCharacters),
)

/** Text that is not an email gets the same answer as an unknown email. */
export const loginRequestSchema = v.strictObject({
  email: v.pipe(
    v.string(),
    v.transform((email) => toEmail(email) ?? email.trim().toLowerCase()),
    v.minLength(1),
    v.maxLength(LIMITS.emailCharacters),
  ),
  password: typedPasswordSchema,
})

export const newPasswordSchema = v.pipe(
  typedPasswordSchema,
  v.check((password) => countGraphemes(password) >= LIMITS.passwordCharactersMin),
)

/** The token of a one-time link. */
export const linkTokenSchema = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))

export const passwordLinkRequestSchema = v.strictObject({
  token: linkTokenSchema,
  password: newPasswordSchema,
})

export const newAccountSchema = v.strictObject({ email: emailSchema, password: newPasswordSchema })

export const firstRunRequestSchema = v.strictObject({
  secret: v.pipe(v.string(), v.maxLength(LIMITS.passwordCharacters)),
  ...newAccountSchema.entries,
})
