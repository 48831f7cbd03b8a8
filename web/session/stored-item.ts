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

/** One key of session storage, parsed at the rim; what cannot be parsed is removed. */
export function storedItem<T>(key: string, schema: v.GenericSchema<unknown, T>): StoredItem<T> {
  let seen: { text: string; value: T } | null = null

  function remove(): void {
    seen = null
    memory.delete(key)
    attempt((storage) => storage.removeItem(key))
    announce()
  }

  return {
    remove,
    read() {
      const text = memory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null
      if (text === null) return null
      if (seen?.text === text) return seen.value
      const parsed = v.safeParse(schema, parseJson(text))
      if (!parsed.success) {
        memory.delete(key)
        attempt((storage) => storage.removeItem(key))
        return null
      }
      seen = { text, value: parsed.output }
      return seen.value
    },
    write(value) {
      const text = JSON.stringify(value)
      const kept = attempt((storage) => {
        storage.setItem(key, text)
        return true
      })
      if (kept) memory.delete(key)
      else memory.set(key, text)
      announce()
    },
  }
}

function announce(): void {
  for (const listener of listeners) listener()
}

function attempt<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
