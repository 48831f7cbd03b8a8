import { runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { TIMINGS } from '#contract/timings.ts'
import { addAdmin, signIn } from '#test/worker/admin.ts'
import type { BoardClient } from '#test/worker/board-client.ts'
import { sectionOf } from '#test/worker/board-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { seen } from '#test/worker/seen.ts'
import { hashSecret } from '#worker/auth/tokens.ts'

const ABOUT_PEOPLE = ['people', 'changes', 'summary', 'counts']

/** Returns `isUnattended` of the last frame about people. */
function isUnattended({ frames }: BoardClient): boolean {
  const last = frames.findLast(({ type }) => ABOUT_PEOPLE.includes(type))
  return last !== undefined && 'isUnattended' in last && last.isUnattended === true
}

const asAdmin = async () =>
  ({ role: 'admin', tokenHash: hashSecret(await signIn(await addAdmin())) }) as const

test('rule 10: owners and admins hear when the last other board of the team closes, asleep between', async () => {
  const [bar] = await Bar.seated('Ana')
  const admin = await sectionOf(bar, await asAdmin())
  const folded = await sectionOf(bar, { ...(await asAdmin()), isFolded: true })
  expect([isUnattended(admin), isUnattended(folded)]).toEqual([true, true])
  const owner = await sectionOf(bar, { role: 'owner' })
  await seen(() => !isUnattended(admin) && !isUnattended(folded))
  expect(isUnattended(owner)).toBe(true)
  await bar.sleep()
  const staff = await sectionOf(bar, { role: 'staff' })
  await seen(() => isUnattended(owner) === false)
  await bar.sleep()
  staff.close()
  await seen(() => isUnattended(owner) === true)
  expect(isUnattended(admin)).toBe(false)
  owner.close()
  await seen(() => isUnattended(admin) && isUnattended(folded))
  expect(staff.frames).toHaveLength(1)
})

test('T34 rule 10: staff are told of no team, and get no frame for it', async () => {
  const [bar] = await Bar.seated('Ana')
  const first = await sectionOf(bar, { role: 'staff' })
  first.close()
  const owner = await sectionOf(bar, { role: 'owner' })
  const staff = await sectionOf(bar, { role: 'staff' })
  const folded = await sectionOf(bar, { role: 'staff', isFolded: true })
  await seen(() => isUnattended(owner) === false)
  folded.close()
  const other = await sectionOf(bar, { role: 'staff' })
  other.close()
  staff.close()
  await seen(() => isUnattended(owner) === true)
  const alone = await sectionOf(bar, { role: 'staff' })
  await bar.admit('Bia')
  await seen(() => alone.all('changes').length > 0)
  expect([staff.frames.length, folded.frames.length]).toEqual([1, 1])
  for (const frame of [first, staff, folded, alone].flatMap(({ frames }) => frames)) {
    expect(frame).not.toHaveProperty('isUnattended')
  }
})

test('rule 10: an own second board is no team, and neither is one whose phone is dead', async () => {
  const [bar] = await Bar.seated('Ana')
  const accountId = crypto.randomUUID()
  const owner = await sectionOf(bar, { role: 'owner', accountId })
  const second = await sectionOf(bar, { role: 'owner', accountId })
  await bar.admit('Bia')
  await seen(() => owner.all('changes').some(({ entered }) => entered.length > 0))
  expect([isUnattended(owner), isUnattended(second)]).toEqual([true, true])
  await sectionOf(bar, { role: 'staff' })
  await seen(() => isUnattended(owner) === false)
  await runInDurableObject(bar.room, (_, ctx) => {
    for (const socket of ctx.getWebSockets('board')) {
      const board = socket.deserializeAttachment()
      const acceptedAt = Date.now() - TIMINGS.hiddenGraceMs
      if (board.role === 'staff') socket.serializeAttachment({ ...board, acceptedAt })
    }
  })
  await bar.admit('Caio')
  await seen(() => isUnattended(owner) === true)
})

test('rule 10: a bar in which nobody is online misses no team, and its boards get no frame of one', async () => {
  const [bar, ana] = await Bar.seated('Ana')
  await bar.room.leave(ana.visit)
  const owner = await sectionOf(bar, { role: 'owner' })
  const staff = await sectionOf(bar, { role: 'staff' })
  staff.close()
  expect(isUnattended(owner)).toBe(false)
  await bar.admit('Bia')
  await seen(() => owner.all('changes').length > 0)
  expect(owner.all('changes')).toMatchObject([
    { entered: [expect.any(String)], isUnattended: true },
  ])
})

test('rule 10: a board without a socket reads whether another of the team is open, staff do not', async () => {
  const [bar] = await Bar.seated('Ana')
  const accountId = crypto.randomUUID()
  const read = async (role: 'owner' | 'staff') =>
    (await bar.room.readSection({ accountId, role })).isUnattended
  expect([await read('owner'), await read('staff')]).toEqual([true, undefined])
  await sectionOf(bar, { role: 'owner', accountId })
  expect(await read('owner')).toBe(true)
  await sectionOf(bar, { role: 'staff' })
  expect(await read('owner')).toBeUndefined()
})
