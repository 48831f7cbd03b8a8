import * as v from 'valibot'
import { passwordLinkTokenSchema } from '#contract/admin.ts'
import { SET_PASSWORD_FRAGMENT } from '#contract/admin-paths.ts'

/**
 * What a one-time link says after its `#`: its token, null for a link that was cut off on its way,
 * undefined where the address is no such link.
 */
export function readPasswordToken(hash: string): string | null | undefined {
  const start = `#${SET_PASSWORD_FRAGMENT}`
  if (!hash.startsWith(start)) return undefined
  const token = hash.slice(start.length)
  return v.is(passwordLinkTokenSchema, token) ? token : null
}
