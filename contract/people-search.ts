import { toLine } from './plain-text.ts'

/** A search ignores accents, vowel signs, joiners and apostrophes. */
const IGNORED = /[\p{M}\p{Cf}'’‘`ʼʻ]/gu
/** Letters with a stroke, which Unicode does not take apart, and without. */
const [STROKED, BARE] = ['ŁØĐĦŦ', 'LODHT']

/** Upper case, because it is one for "ß" and "ss", "ς" and "σ", "ı" and "i". */
export function toSearchText(text: string): string {
  // Without its mark "´" is a space.
  const bare = text.replace(/´/g, '').normalize('NFKD').replace(IGNORED, '')
  return toLine(bare.replace(/\p{Pd}/gu, ' '))
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[ŁØĐĦŦ]/g, (letter) => BARE.charAt(STROKED.indexOf(letter)))
}

export interface Searched {
  name: string
  table: string
}

export function toSearched({ name, table }: Searched): Searched {
  return { name: toSearchText(name), table: toSearchText(table) }
}

/** `wanted` is a search text: a part of the name, or the whole table. */
export function isMatch(wanted: string, { name, table }: Searched): boolean {
  return name.includes(wanted) || table === wanted
}
