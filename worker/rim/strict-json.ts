import { CodedError } from '#contract/errors.ts'

/**
 * Parses JSON that means the same to every reader: two values for one key and keys that every
 * object inherits (`__proto__`, `constructor` …) are refused. Throws `invalid_request`.
 */
export function parseStrictJson(text: string): unknown {
  const value = parse(text)
  refuseAmbiguousKeys(text)
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CodedError('invalid_request', 'the body is not JSON')
  }
}

const KEY_END = /\s*:/y

/** `text` is known to be JSON, so that a look at braces, strings and colons is enough. */
function refuseAmbiguousKeys(text: string): void {
  const objects: Set<string>[] = []
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '{' || character === '[') objects.push(new Set())
    else if (character === '}' || character === ']') objects.pop()
    else if (character === '"') {
      const end = findStringEnd(text, at)
      KEY_END.lastIndex = end
      if (KEY_END.test(text)) noteKey(objects.at(-1), JSON.parse(text.slice(at, end)))
      at = end - 1
    }
  }
}

function noteKey(keys: Set<string> | undefined, key: string): void {
  if (key in Object.prototype) throw new CodedError('invalid_request', 'a key is reserved')
  if (keys?.has(key)) throw new CodedError('invalid_request', 'a key stands twice')
  keys?.add(key)
}

/** Index after the closing quote of the string that begins at `start`. */
function findStringEnd(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1)
  while (isEscaped(text, quote)) quote = text.indexOf('"', quote + 1)
  return quote + 1
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text[at - 1 - backslashes] === '\\') backslashes += 1
  return backslashes % 2 === 1
}
