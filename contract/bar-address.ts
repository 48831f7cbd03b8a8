import { isBarId } from './bar-id.ts'
import { toIdentifier } from './identifier.ts'
import { LIMITS } from './limits.ts'
import { readText, toLine } from './plain-text.ts'

export interface BarAddress {
  barId: string
  table: string | null
}

/** The origin of this site, and the other hosts that lead to it. */
export interface OwnSite {
  origin: string
  otherHosts: readonly string[]
}

const TEXT_LENGTH_MAX = 500
const BAR_PATH = /^\/bar\/([^/]+)(?:\/table\/([^/]+))?\/?$/i
/** "brinde.example/bar/K7M2QX" */
const WITHOUT_SCHEME = /^[\w.-]+(?::\d+)?\/bar\//i
/** Matches the signs that a sentence puts around an address. */
const AROUND = /^[<([{"'“‘«]+|[>)\]}"'”’».,;:!?…]+$/gu

/** "ID do bar:", "Código:" */
const LABEL = /^[\p{L}\s]*\b(?:id|bar|c[oó]digo|code)\b[\p{L}\s]*:/iu
const BETWEEN = /[\s\p{Pd}\u2212_]/gu

/** Reads a bar ID in any case and script, with or without spaces or dashes. Null if invalid. */
export function toBarId(text: string): string | null {
  const barId = toIdentifier(text).replace(LABEL, '').replace(BETWEEN, '').toUpperCase()
  return isBarId(barId) ? barId : null
}

/**
 * Reads a bar ID, or a bar's address on this site, alone or in a sentence. Only an address on `origin` keeps
 * its table; one on another own host or with plain http gives the bar alone. A table that is too long is
 * dropped.
 */
export function readBarAddress(text: string, site: OwnSite): BarAddress | null {
  if (text.length > TEXT_LENGTH_MAX) return null
  const barId = toBarId(text)
  if (barId) return { barId, table: null }
  for (const word of text.trim().split(/\s+/u)) {
    const found = readAddress(word.replace(AROUND, ''), site)
    if (found) return found
  }
  return null
}

function readAddress(text: string, { origin, otherHosts }: OwnSite): BarAddress | null {
  try {
    const own = new URL(origin)
    const scheme = WITHOUT_SCHEME.test(text) ? `${own.protocol}//` : ''
    const address = new URL(scheme + text)
    if (!/^https?:$/.test(address.protocol) || address.username || address.password) return null
    if (![own.host, ...otherHosts].includes(address.host)) return null
    const [, barPart, tablePart] = BAR_PATH.exec(address.pathname) ?? []
    const barId = toBarId(decodeURIComponent(barPart ?? ''))
    const table = readText(decodeURIComponent(tablePart ?? ''), LIMITS.tableText, toLine)
    return barId ? { barId, table: address.origin === origin && table ? table : null } : null
  } catch {
    return null // not an address at all, or one with a broken percent sign
  }
}
