import { Buffer } from 'node:buffer'
import { createHmac, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import { findKey, readKeys } from './keys.ts'

/** N = 2^`logN`. workerd refuses N·r·p above 2^20. */
export interface Cost {
  logN: number
  r: number
  p: number
}

export type Scrypt = (password: string, salt: Uint8Array, cost: Cost) => Uint8Array

export const COST: Cost = { logN: 15, r: 8, p: 3 }
const SALT_BYTES = 16
const HASH_BYTES = 32
/** scrypt needs 128·N·r bytes (32 MiB) and a little more; Node's default limit is 32 MiB. */
const MAX_MEMORY_BYTES = 64 * 1024 * 1024

/** Blocks the thread for 100 to 200 ms. */
export const scrypt: Scrypt = (password, salt, { logN, r, p }) =>
  scryptSync(password, salt, HASH_BYTES, { N: 2 ** logN, r, p, maxmem: MAX_MEMORY_BYTES })

/**
 * Version 1 is an HMAC-SHA-256 with the pepper over scrypt's 32 bytes, in base64url. `k` is the
 * pepper's number, 1 if absent.
 */
const STORED =
  /^\$brinde1\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})(?:,k=(\d{1,3}))?\$([\w-]{22})\$([\w-]{43})$/

/** Stands in for unknown emails, so that both take the same time. */
const NOBODYS = `${toHead(COST, '1')}${'A'.repeat(22)}$${'A'.repeat(43)}`

function toHead({ logN, r, p }: Cost, pepperNumber: string): string {
  return `$brinde1$ln=${logN},r=${r},p=${p},k=${pepperNumber}$`
}

export interface PasswordCheck {
  right: boolean
  outdated: boolean
}

/** Only the Worker knows the pepper: a stolen database allows no guessing. */
export function hashPassword(
  password: string,
  pepper: string,
  cost = COST,
  run: Scrypt = scrypt,
): string {
  const salt = randomBytes(SALT_BYTES)
  const { number, text } = readKeys(pepper).current
  const hash = derive(run, password, salt, text, cost).toString('base64url')
  return `${toHead(cost, number)}${salt.toString('base64url')}$${hash}`
}

/** `stored` is null for an unknown email. Always runs scrypt once, even if the pepper is lost. */
export function checkPassword(
  password: string,
  stored: string | null,
  pepper: string,
  run: Scrypt = scrypt,
): PasswordCheck {
  const parts = STORED.exec(stored ?? NOBODYS)
  if (!parts) throw new Error('a stored password is not one of ours')
  const [, logN, r, p, number = '1', salt = '', hash = ''] = parts
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) }
  const { current } = readKeys(pepper)
  const key = findKey(pepper, number)
  const derived = derive(run, password, Buffer.from(salt, 'base64url'), (key ?? current).text, cost)
  const isSame = timingSafeEqual(derived, Buffer.from(hash, 'base64url'))
  const isOfToday = toHead(cost, number) === toHead(COST, current.number)
  return { right: isSame && key !== null && stored !== null, outdated: !isOfToday }
}

function derive(
  run: Scrypt,
  password: string,
  salt: Uint8Array,
  pepper: string,
  cost: Cost,
): Buffer {
  const hash = run(normalize(password), salt, cost)
  return createHmac('sha256', pepper).update(hash).digest()
}

// Keyboards compose accents differently (NIST SP 800-63B-4, 3.1.1.2).
function normalize(password: string): string {
  return password.normalize('NFKC')
}
