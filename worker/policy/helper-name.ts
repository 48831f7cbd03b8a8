import type { Account } from './rights.ts'

/**
 * Names the account that goes to a person who called for help, to the staff of that bar: the first word
 * of its email. Null for an administrator of the platform, whose email no bar sees.
 */
export function toHelperName({ email, memberships }: Account, barId: string): string | null {
  if (!memberships.has(barId)) return null
  const [word = ''] = email.split(/[@._+-]+/u).filter((part) => part !== '')
  const [first = '', ...others] = word
  return first.toLocaleUpperCase('pt-BR') + others.join('')
}
