import { useSyncExternalStore } from 'react'
import * as v from 'valibot'

export interface StoredItem<T> {
  /** The same object for the same text, so that React sees no change. */
  read: () => T | null
  write: (value: T) => void
  remove: () => void
}

// Storage may be blocked or full: then values live as long as the page.
const memory = new Map<string, string>()
const listeners = new Set<() => void>()

function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  // A page restored from the back-forward cache may show a visit that was forgotten since.
  addEventListener('pageshow', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('pageshow', listener)
  }
}

interface Spelling<T> {
  parse: (text: string) => unknown
  format: (value: T) => string
}

const asJson: Spelling<unknown> = { parse: parseJson, format: JSON.stringify }

/** Stored as plain text, without JSON quotes. */
export const asText: Spelling<string> = { parse: (text) => text, format: (text) => text }

/** One storage key, parsed by a schema. Invalid values are removed. */
export function storedItem<T>(
  key: string,
  schema: v.GenericSchema<unknown, T>,
  storage: () => Storage = () => sessionStorage,
  { parse, format }: Spelling<T> = asJson,
): StoredItem<T> {
  let seen: { text: string; value: T } | null = null

  /** Undefined if storage is unavailable. */
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

/** The build draws the page with this value. */
const nothingYet = (): null => null

export function useStored<T>(item: StoredItem<T>): T | null {
  return useSyncExternalStore(subscribeToSession, item.read, nothingYet)
}
