import { toLine } from './plain-text.ts'

/** What a search compares: without accents, case and what is invisible. */
export function toSearchText(text: string): string {
  return toLine(text).normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('pt-BR')
}

/** Whether a person's name contains, or their table is, what `wanted` (a search text) says. */
export function isFoundBy(
  wanted: string,
  { name, table }: { name: string; table: string },
): boolean {
  return toSearchText(name).includes(wanted) || toSearchText(table) === wanted
}
