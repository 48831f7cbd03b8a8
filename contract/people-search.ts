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

interface Searchable {
  name: string
  table: string
}

/** Search keys by person. Normalising thousands of names costs most of a search, and a full bar asks 20 times a second. */
const keys = new WeakMap<Searchable, Searchable>()

/** `wanted` is a search text: a part of the name, or the whole table. */
export function isMatch(wanted: string, person: Searchable): boolean {
  const { name, table } = keys.get(person) ?? noteKey(person)
  return name.includes(wanted) || table === wanted
}

function noteKey(person: Searchable): Searchable {
  const key = { name: toSearchText(person.name), table: toSearchText(person.table) }
  keys.set(person, key)
  return key
}
