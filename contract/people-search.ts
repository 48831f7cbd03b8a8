import { toLine } from './plain-text.ts'

export function toSearchText(text: string): string {
  return toLine(text).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
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
