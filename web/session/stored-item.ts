import * as v from 'valibot'

export interface StoredItem<T> {
  /** The same object for the same stored text, so that React sees no change where there is none. */
  read: () => T | null
  write: (value: T) => void
  remove: () => void
}

// A browser may refuse storage (blocked cookies, a full quota): then what was written lives as
// long as the page.
const memory = new Map<string, string>()
const listeners = new Set<() => void>()

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

interface Spelling<T> {
  parse: (text: string) => unknown
  format: (value: T) => string
}

const asJson: Spelling<unknown> = { parse: parseJson, format: JSON.stringify }

/** For a value that is a text: stored as it is, without quotes. */
export const asText: Spelling<string> = { parse: (text) => text, format: (text) => text }

/** One key of session storage, or another, parsed at the rim; what cannot be parsed is removed. */
export function storedItem<T>(
  key: string,
  schema: v.GenericSchema<unknown, T>,
  storage: () => Storage = () => sessionStorage,
  { parse, format }: Spelling<T> = asJson,
): StoredItem<T> {
  let seen: { text: string; value: T } | null = null

  /** Undefined where the browser keeps nothing for us. */
  function attempt<U>(use: (kept: Storage) => U): U | undefined {
    try {
      return use(storage())
    } catch {
      return undefined
    }
  }

  function remove(): void {
    seen = null
    memory.delete(key)
    attempt((kept) => kept.removeItem(key))
    announce()
  }

  return {
    remove,
    read() {
      const text = memory.get(key) ?? attempt((kept) => kept.getItem(key)) ?? null
      if (text === null) return null
      if (seen?.text === text) return seen.value
      const parsed = v.safeParse(schema, parse(text))
      if (!parsed.success) {
        memory.delete(key)
        attempt((kept) => kept.removeItem(key))
        return null
      }
      seen = { text, value: parsed.output }
      return seen.value
    },
    write(value) {
      const text = format(value)
      const isKept = attempt((kept) => {
        kept.setItem(key, text)
        return true
      })
      if (isKept) memory.delete(key)
      else memory.set(key, text)
      announce()
    },
  }
}

function announce(): void {
  for (const listener of listeners) listener()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
