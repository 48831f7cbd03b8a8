import { toLine } from './plain-text.ts'

/** What a search compares: without accents, case and what is invisible. */
export function toSearchText(text: string): string {
  return toLine(text).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** What a search compares of a person: name and table as search texts. */
export interface Searched {
  name: string
  table: string
}

export function toSearched({ name, table }: Searched): Searched {
  return { name: toSearchText(name), table: toSearchText(table) }
}

/** Whether a person's name contains, or their table is, what `wanted` (a search text) says. */
export function isMatch(wanted: string, { name, table }: Searched): boolean {
  return name.includes(wanted) || table === wanted
}
