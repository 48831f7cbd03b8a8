export interface Key {
  /** Everything that the key has signed contains this number. */
  number: string
  text: string
}

export interface Keys {
  current: Key
  previous: Key | null
}

/** A shorter key weakens HMAC-SHA-256 (RFC 2104). */
const KEY_BYTES_MIN = 32
/** `2:NEW 1:OLD`, or a single key, which is number 1. */
const KEYS = /^(?:([1-9]\d{0,2}):)?([\w-]+)(?: ([1-9]\d{0,2}):([\w-]+))?$/

const read = new Map<string, Keys>()

/** The first key signs; both verify. Throws an error that says why a secret is unusable. */
export function readKeys(secret: string): Keys {
  const keys = read.get(secret) ?? parseKeys(secret)
  read.set(secret, keys)
  return keys
}

/** Returns null if no key of the secret has this number. */
export function findKey(secret: string, number: string): Key | null {
  const { current, previous } = readKeys(secret)
  return [current, previous].find((key) => key?.number === number) ?? null
}

/** Returns a sentence that says why, or null if the secret is usable. */
export function whyUnusable(secret: string): string | null {
  try {
    readKeys(secret)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function parseKeys(secret: string): Keys {
  const [, number = '1', text = '', previousNumber, previousText = ''] = KEYS.exec(secret) ?? []
  if (text === '') throw new Error('It is neither one key nor "2:NEW 1:OLD".')
  if (previousNumber === number) throw new Error('Both keys have one number.')
  const previous = previousNumber ? { number: previousNumber, text: previousText } : null
  for (const key of [text, ...(previous ? [previous.text] : [])]) {
    if (key.length < KEY_BYTES_MIN) {
      throw new Error(`A key is shorter than ${KEY_BYTES_MIN} bytes: set a longer one.`)
    }
  }
  return { current: { number, text }, previous }
}
