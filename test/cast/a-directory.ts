import type { PublicPerson } from '#contract/person.ts'
import { Directory } from '#worker/room/directory.ts'

/** A directory of these people, in memory; their profiles are old. */
export function aDirectory(list: () => PublicPerson[] = () => []): Directory {
  const directory = new Directory({
    list: () => list().map((person) => ({ person, enteredAt: 0 })),
    find: (personId) => list().find(({ id }) => id === personId) ?? null,
    count: () => ({ total: list().length, online: list().filter(({ online }) => online).length }),
  })
  directory.load()
  return directory
}
