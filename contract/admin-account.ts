import * as v from 'valibot'
import { newPasswordSchema, typedPasswordSchema } from './admin.ts'

export const changePasswordRequestSchema = v.strictObject({
  current: typedPasswordSchema,
  password: newPasswordSchema,
})

export const BROWSERS = ['chrome', 'edge', 'firefox', 'opera', 'safari', 'samsung'] as const
export type Browser = (typeof BROWSERS)[number]
export const SYSTEMS = ['android', 'ios', 'linux', 'macos', 'windows'] as const
export type System = (typeof SYSTEMS)[number]

/** The factors that open a session or prove it again. */
export const PROOF_KINDS = ['password', 'passkey'] as const
export type ProofKind = (typeof PROOF_KINDS)[number]

const ownSessionSchema = v.object({
  /** Identifies the session; grants nothing. */
  id: v.string(),
  browser: v.nullable(v.picklist(BROWSERS)),
  system: v.nullable(v.picklist(SYSTEMS)),
  createdAt: v.number(),
  lastUsedAt: v.number(),
  /** It is null for a session that is older than this field. */
  openedBy: v.nullable(v.picklist(PROOF_KINDS)),
  isCurrent: v.boolean(),
})
export type OwnSession = v.InferOutput<typeof ownSessionSchema>

export const ownSessionsSchema = v.object({ sessions: v.array(ownSessionSchema) })
export type OwnSessions = v.InferOutput<typeof ownSessionsSchema>
