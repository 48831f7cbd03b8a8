import * as v from 'valibot'
import { passwordLinkTokenSchema } from '#contract/admin.ts'
import { SET_PASSWORD_FRAGMENT } from '#contract/admin-paths.ts'

/** The token after `#`. Null: a truncated link. Undefined: not a one-time link. */
export function readPasswordToken(hash: string): string | null | undefined {
  const start = `#${SET_PASSWORD_FRAGMENT}`
  if (!hash.startsWith(start)) return undefined
  const token = hash.slice(start.length)
  return v.is(passwordLinkTokenSchema, token) ? token : null
}
