import { toBarId } from './bar-id.ts'
import { LIMITS } from './limits.ts'
import { readText, toLine } from './plain-text.ts'

export interface BarAddress {
  barId: string
  table: string | null
}

const TEXT_LENGTH_MAX = 500
const BAR_PATH = /^\/bar\/([^/]+)(?:\/table\/([^/]+))?\/?$/

/** A bar ID, or a bar's address on `origin`. A table that is too long is dropped. */
export function readBarAddress(text: string, origin: string): BarAddress | null {
  if (text.length > TEXT_LENGTH_MAX) return null
  const trimmed = text.trim()
  const typed = toBarId(trimmed)
  if (typed) return { barId: typed, table: null }
  try {
    const address = new URL(trimmed)
    if (address.origin !== origin || address.username || address.password) return null
    const [, barPart, tablePart] = BAR_PATH.exec(address.pathname) ?? []
    const barId = toBarId(decodeURIComponent(barPart ?? ''))
    const table = readText(decodeURIComponent(tablePart ?? ''), LIMITS.tableText, toLine)
    return barId ? { barId, table: table || null } : null
  } catch {
    return null // not an address at all, or one with a broken percent sign
  }
}
