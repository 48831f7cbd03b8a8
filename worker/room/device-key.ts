import * as v from 'valibot'
import { barIdSchema } from '#contract/bar-id.ts'
import { idSchema } from '#contract/id.ts'
import { toBase64Url } from '#worker/rim/base64url.ts'
import { isSigned, sign } from './signing.ts'

const RANDOM_BYTES = 32
const DEVICE_KEY = /^(([^.]{6})\.([^.]{36})\.[\w-]{43})\.([\w-]{43})$/

/**
 * What the browser that makes a profile keeps for this bar: `bar.person.random.signature`. It opens
 * no socket; it proves who made the profile, for as long as that exists.
 */
export async function mintDeviceKey(key: string, barId: string, personId: string): Promise<string> {
  const random = toBase64Url(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)))
  const payload = [barId, personId, random].join('.')
  return `${payload}.${await sign(key, 'device', payload)}`
}

/** Whose profile in which bar a device key stands for; null for everything `key` did not sign. */
export async function readDeviceKey(
  key: string,
  text: string,
): Promise<{ barId: string; personId: string } | null> {
  const [, payload = '', barId, personId, signature = ''] = DEVICE_KEY.exec(text) ?? []
  if (!v.is(barIdSchema, barId) || !v.is(idSchema, personId)) return null
  return (await isSigned(key, 'device', payload, signature)) ? { barId, personId } : null
}
