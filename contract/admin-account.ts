import * as v from 'valibot'
import { newPasswordSchema, typedPasswordSchema } from './admin.ts'

/** PUT of a new password; whoever changes it knows the old one. */
export const changePasswordRequestSchema = v.strictObject({
  current: typedPasswordSchema,
  password: newPasswordSchema,
})
export type ChangePasswordRequest = v.InferInput<typeof changePasswordRequestSchema>

/** What a browser says that it is, as far as somebody recognises their own by it. */
export const BROWSERS = ['chrome', 'edge', 'firefox', 'opera', 'safari', 'samsung'] as const
export type Browser = (typeof BROWSERS)[number]
export const SYSTEMS = ['android', 'ios', 'linux', 'macos', 'windows'] as const
export type System = (typeof SYSTEMS)[number]

/** One of an administrator's own sessions. */
const ownSessionSchema = v.object({
  /** Names the session and opens nothing. */
  id: v.string(),
  browser: v.nullable(v.picklist(BROWSERS)),
  system: v.nullable(v.picklist(SYSTEMS)),
  /** Milliseconds since 1970. */
  createdAt: v.number(),
  /** Written at most once in ten minutes. */
  lastUsedAt: v.number(),
  /** The one that asks. */
  isCurrent: v.boolean(),
})
export type OwnSession = v.InferOutput<typeof ownSessionSchema>

/** The living sessions, the latest used first. */
export const ownSessionsSchema = v.object({ sessions: v.array(ownSessionSchema) })
export type OwnSessions = v.InferOutput<typeof ownSessionsSchema>
