import { createECDH } from 'node:crypto'

/** A private key of P-256, 32 bytes in base64url. */
const PRIVATE_KEY = /^[\w-]{43}$/

export interface VapidKeys {
  publicKey: string
  privateKey: string
}

const made = new Map<string, VapidKeys | null>()

/** The value of the setting that disables notices. */
const OFF = 'off'

/** Returns true if the secret is neither a key nor `off`. */
export function isUnusableVapidKey(secret: string): boolean {
  return secret !== OFF && vapidKeysOf({ VAPID_PRIVATE_KEY: secret }) === null
}

/** Returns null if the site has no key, and so no notices. RFC 8292. */
export function vapidKeysOf({
  VAPID_PRIVATE_KEY = '',
}: {
  VAPID_PRIVATE_KEY?: string | undefined
}): VapidKeys | null {
  const known = made.get(VAPID_PRIVATE_KEY)
  if (known !== undefined) return known
  const keys = makeKeys(VAPID_PRIVATE_KEY)
  made.set(VAPID_PRIVATE_KEY, keys)
  return keys
}

function makeKeys(privateKey: string): VapidKeys | null {
  if (!PRIVATE_KEY.test(privateKey)) return null
  const curve = createECDH('prime256v1')
  try {
    curve.setPrivateKey(privateKey, 'base64url')
  } catch {
    return null // zero, or beyond the curve's order
  }
  return { publicKey: curve.getPublicKey('base64url'), privateKey }
}
