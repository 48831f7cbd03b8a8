import type { PublicPerson } from '#contract/person.ts'
import { toLine } from '#contract/plain-text.ts'

const byName = new Intl.Collator('pt-BR', { sensitivity: 'base', numeric: true })

/** Yourself first, then who wrote to you, then who is online, then the others; each by name. */
export function orderPeople(
  people: Iterable<PublicPerson>,
  ownId: string,
  unread: ReadonlyMap<string, number>,
): PublicPerson[] {
  const rank = ({ id, online }: PublicPerson) => {
    if (id === ownId) return 0
    if ((unread.get(id) ?? 0) > 0) return 1
    return online ? 2 : 3
  }
  return [...people].sort(
    (one, other) =>
      rank(one) - rank(other) ||
      byName.compare(one.name, other.name) ||
      (one.id < other.id ? -1 : 1),
  )
}

/** Those whose name contains, or whose table is, what was typed; accents and case do not matter. */
export function searchPeople(
  people: readonly PublicPerson[],
  typed: string,
): readonly PublicPerson[] {
  const wanted = toPlain(typed)
  if (wanted === '') return people
  return people.filter(
    ({ name, table }) => toPlain(name).includes(wanted) || toPlain(table) === wanted,
  )
}

function toPlain(text: string): string {
  return toLine(text).normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('pt-BR')
}
