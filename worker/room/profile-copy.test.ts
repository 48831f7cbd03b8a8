import { expect, test } from 'vitest'
import type { CopyTarget } from './profile-copy.ts'
import { ProfileCopy } from './profile-copy.ts'
import type { Roster } from './roster.ts'
import type { RosterPerson } from './roster-person.ts'

test('R31 a copy that is under way is waited for, and none begins after it', async () => {
  const begun: string[] = []
  const held: (() => void)[] = []
  const target: CopyTarget = {
    list: async () => {},
    save: ({ id }) => {
      begun.push(id)
      return new Promise((resolve) => held.push(resolve))
    },
    remove: async () => {},
    revisions: async () => new Map(),
  }
  const person = (id: string) => ({ id, revision: 1 }) as RosterPerson
  const roster = { find: person, isEmpty: () => false } as unknown as Roster
  const copied = { comparedAt: () => null, note: () => true }
  const copy = new ProfileCopy(() => 'K7M2QX', roster, target, copied)
  for (const id of ['ana', 'bia', 'caio']) copy.mark(id)
  const running = copy.run(0)
  await new Promise((resolve) => setTimeout(resolve))
  let hasStopped = false
  const stopping = copy.stop().then(() => {
    hasStopped = true
  })
  await new Promise((resolve) => setTimeout(resolve))
  expect([begun, hasStopped]).toEqual([['ana'], false])
  for (const release of held) release()
  await Promise.all([running, stopping])
  copy.mark('davi')
  await copy.run(0)
  expect(begun).toEqual(['ana'])
  expect(copy.nextDue(0)).toBeNull()
})
