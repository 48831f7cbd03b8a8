import { isBarId } from './bar-id.ts'
import { toDense, toIdentifier } from './identifier.ts'
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
const BAR_PATH = /^\/+bar\/+([^/]+)(?:\/+table(?:\/+([^/]+))?)?\/*$/i
/**
 * Finds an address in a word: "👉https://…", "Link:https://…", "[Bar](https://…)", "(brinde.example/bar/K7M2QX)".
 * No sign of another address may stand before it.
 */
const LINK =
  /^(?:(?:[^/?#=]*[^\p{L}\p{N}/?#=])?(?=https?:\/\/)|[^\p{L}\p{N}/\\]*(?:[\p{L}-]+:)??(?=[\w.-]+(?::\d+)?\/+bar\/))(.+)$/iu
/** Schemes that hold another address: "blob:https://…" is one of its own. */
const NESTED = /^[^/]*\b(?:blob|data|feed|filesystem|jar|javascript|view-source):/i
/** The signs that a sentence puts after an address. */
const AFTER = /[>)\]}"'”’».,;:!?…*_~\p{Cf}]+$/u

/** "ID do bar:", "Código:" */
const LABEL = /^[\p{L}\s]*\b(?:id|bar|c[oó]digo|code)\b[\p{L}\s]*:/iu

/** Reads a bar ID in any case and script, with or without signs between. Null if invalid. */
export function toBarId(text: string): string | null {
  const barId = toDense(toIdentifier(text).replace(LABEL, '')).toUpperCase()
  // A slash belongs to an address.
  return isBarId(barId) && !text.includes('/') ? barId : null
}

/**
 * Reads a bar ID, or a bar's address on this site, alone or in a sentence. Only an address on `origin` keeps
 * its table; one on another own host or with plain http gives the bar alone. A table that is too long is
 * dropped.
 */
export function readBarAddress(text: string, site: OwnSite): BarAddress | null {
  if (text.length > TEXT_LENGTH_MAX) return null
  const words = text.trim().split(/\s+/u)
  for (const word of words) {
    const link = NESTED.test(word) ? null : LINK.exec(word)
    const found = readAddress(link?.[1]?.replace(AFTER, '') ?? '', site)
    if (found) return found
  }
  const barId = toBarId(text) ?? findBarId(words)
  return barId ? { barId, table: null } : null
}

/**
 * The only word that is a bar ID and has a digit, or else the only one in capitals: "mestre" could be a bar ID
 * too, and so could words of a text that is typed wholly in capitals.
 */
function findBarId(words: readonly string[]): string | null {
  const ids = words.filter(toBarId)
  const withDigit = ids.filter((word) => /\p{Nd}/u.test(word))
  const inCapitals = ids.filter((word) => word === word.toUpperCase())
  const [word, ...others] = withDigit.length > 0 ? withDigit : inCapitals
  return word && others.length === 0 ? toBarId(word) : null
}

function readAddress(text: string, { origin, otherHosts }: OwnSite): BarAddress | null {
  try {
    const own = new URL(origin)
    const scheme = /^https?:/i.test(text) ? '' : `${own.protocol}//`
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
