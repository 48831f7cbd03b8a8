import type { ErrorCode } from '#contract/errors.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'

/** The names that a guesser of this account's password tries first. */
export interface PasswordOwner {
  email: string
  productName: string
  /** The bars of the account's memberships. */
  barNames: readonly string[]
}

export type Weakness = Extract<ErrorCode, 'weak_password' | 'personal_password'>

/** Characters that must be left of a password without its owner's names. */
const OWN_CHARACTERS_MIN = 8
/** Shorter names, such as "bar" and "com", are in too many words. */
const NAME_CHARACTERS_MIN = 4
/** A text of up to 11 characters, repeated: it is as weak as the text alone. */
const REPEATED = /^(.{1,11}?)\1+$/u
const RUNS = ['0123456789'.repeat(3), 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm']

/**
 * Returns null for an acceptable password, whose length `newPasswordSchema` has checked. Compares the
 * whole password, without leading and trailing digits and signs, and not its parts (NIST SP 800-63B-4,
 * 3.1.1.2).
 */
export function findWeakness(password: string, owner: PasswordOwner): Weakness | null {
  if (isCommon(password)) return 'weak_password'
  return isOfNames(password, owner) ? 'personal_password' : null
}

function isCommon(password: string): boolean {
  const typed = password.normalize('NFKC').toLowerCase()
  const plain = toPlain(password)
  const bare = [typed, plain].map((text) => text.replace(/^\P{L}+|\P{L}+$/gu, ''))
  const isListed = [typed, plain, ...bare].some((form) => COMMON_PASSWORDS.has(form))
  return isListed || REPEATED.test(typed) || REPEATED.test(plain) || isRun(plain)
}

function isRun(plain: string): boolean {
  const backwards = [...plain].reverse().join('')
  return plain !== '' && RUNS.some((run) => run.includes(plain) || run.includes(backwards))
}

function isOfNames(password: string, { email, productName, barNames }: PasswordOwner): boolean {
  const plain = toPlain(password)
  const names = [...email.split('@'), productName, ...barNames].flatMap(toNames)
  const longestFirst = names.sort((one, other) => other.length - one.length)
  const left = longestFirst.reduce((text, name) => text.replaceAll(name, ''), plain)
  if (left === plain) return false
  return left.length < OWN_CHARACTERS_MIN || isCommon(left)
}

/** The name itself and its words. */
function toNames(name: string): string[] {
  const words = name.split(/[^\p{L}\p{N}]+/u)
  return [name, ...words].map(toPlain).filter(({ length }) => length >= NAME_CHARACTERS_MIN)
}

/** Letters and digits alone, in lower case and without accents. */
function toPlain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
