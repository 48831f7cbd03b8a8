import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { address } from '#contract/address.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { BOARD_SUBPROTOCOL, boardMessageSchema } from '#contract/board.ts'
import { CLOSE } from '#contract/protocol.ts'
import type { OneTimeLink } from '#contract/team.ts'
import { TIMINGS } from '#contract/timings.ts'
import {
  addAdmin,
  addMember,
  askAsAdmin,
  askForSocket,
  lastUseOf,
  setLastUse,
  signIn,
} from '#test/worker/admin.ts'
import { BoardClient } from '#test/worker/board-client.ts'
import { failureOf, statusOf } from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'
import { seen } from '#test/worker/seen.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import { hashSecret } from '#worker/auth/tokens.ts'
import { deleteAdminSession } from '#worker/db/admin-sessions.ts'

beforeEach(stopClock)

const upgrade = ({ barId }: Bar, token: string) =>
  askForSocket(address(ADMIN_API.board, { barId }), BOARD_SUBPROTOCOL, token)

const open = async (bar: Bar, token: string) =>
  new BoardClient(await upgrade(bar, token), boardMessageSchema)

async function aHouse() {
  const bar = await Bar.open()
  const owner = await addMember([bar.barId, 'owner'])
  const staff = await addMember([bar.barId, 'staff'])
  const admin = await addAdmin()
  const tokens = [await signIn(owner), await signIn(staff), await signIn(admin)] as const
  const sections = await Promise.all(tokens.map((token) => open(bar, token)))
  return { bar, owner, staff, tokens, sections }
}

test('T33 T34 the end of a membership, session or bar closes its sections at once and opens none', async () => {
  const { bar, owner, staff, tokens, sections } = await aHouse()
  const other = await open(bar, await signIn(owner))
  const [ownerToken, , adminToken] = tokens
  for (const [at, by, path, code, refusal] of [
    [
      1,
      ownerToken,
      address(ADMIN_API.member, { barId: bar.barId, accountId: staff.id }),
      CLOSE.accessChanged,
      '404 bar_not_found',
    ],
    [0, ownerToken, ADMIN_API.session, CLOSE.sessionEnded, '401 unauthenticated'],
    [2, adminToken, ADMIN_API.session, CLOSE.sessionEnded, '401 unauthenticated'],
  ] as const) {
    const expected = sections.map((section, index) => (index === at ? code : section.closed))
    expect(await statusOf(askAsAdmin(path, { method: 'DELETE', token: by }))).toBe(204)
    await seen(() => sections[at]?.closed)
    expect(sections.map(({ closed }) => closed)).toEqual(expected)
    expect(await failureOf(await upgrade(bar, tokens[at]))).toBe(refusal)
  }
  await bar.admit('Ana')
  await seen(() => other.frames.length > 1)
  expect(sections.map(({ frames }) => frames.length)).toEqual([1, 1, 1])
  await env.DB.prepare('UPDATE bars SET deleted_at = 1 WHERE id = ?').bind(bar.barId).run()
  await bar.room.barChanged(bar.barId)
  await seen(() => other.closed)
})

test('T57 an account that joins a bar reads its bars anew on each board that it has open', async () => {
  const { bar, owner, tokens, sections } = await aHouse()
  const other = await Bar.open()
  const path = address(ADMIN_API.invitations, { barId: other.barId })
  const invited = { method: 'POST', token: tokens[2], json: { role: 'staff' } }
  const { link } = await (await askAsAdmin(path, invited)).json<OneTimeLink>()
  const token = link.slice(link.indexOf('#') + 1)
  const joining = { method: 'PUT', token: await signIn(owner), json: { token } }
  expect(await statusOf(askAsAdmin(ADMIN_API.join, joining))).toBe(200)
  await seen(() => sections[0]?.closed)
  expect(sections.map(({ closed }) => closed)).toEqual([CLOSE.accessChanged, null, null])
  passTime(1)
  for (const one of [bar, other]) {
    const section = await open(one, tokens[0])
    await seen(() => section.frames.length > 0)
    expect(section.closed).toBeNull()
  }
})

test('T33 a room that missed the end of a session finds it before its next frame, after a minute', async () => {
  const { bar, tokens, sections } = await aHouse()
  const [ownerToken, staffToken, adminToken] = tokens
  for (const token of [ownerToken, adminToken]) {
    await deleteAdminSession(env.DB, hashSecret(token))
  }
  await bar.admit('Ana')
  await seen(() => sections.every(({ frames }) => frames.length === 2))
  await setLastUse(staffToken, Date.now() - TIMINGS.adminSessionNotedEveryMs)
  await ageChecks(bar)
  await bar.admit('Bia')
  await seen(() => sections[0]?.closed && sections[2]?.closed && sections[1]?.frames.length === 3)
  expect(sections.map(({ frames }) => frames.length)).toEqual([2, 3, 2])
  expect(sections.map(({ closed }) => closed)).toEqual([
    CLOSE.sessionEnded,
    null,
    CLOSE.sessionEnded,
  ])
  await expect.poll(() => lastUseOf(staffToken)).toBe(Date.now())
})

/** Simulates that a minute has passed in which the pages have pinged. */
async function ageChecks(bar: Bar): Promise<void> {
  const checkedAt = Date.now() - TIMINGS.boardCheckedEveryMs
  await runInDurableObject(bar.room, (_, ctx) => {
    for (const socket of ctx.getWebSockets('board')) {
      socket.serializeAttachment({ ...socket.deserializeAttachment(), checkedAt })
    }
  })
}

test('T33 a membership that SQL has ended is told nothing more after a minute', async () => {
  const { bar, sections } = await aHouse()
  await env.DB.prepare('DELETE FROM memberships WHERE bar_id = ?').bind(bar.barId).run()
  await ageChecks(bar)
  await bar.admit('Ana')
  await seen(() => sections[0]?.closed && sections[1]?.closed && sections[2]?.frames.length === 2)
  expect(sections.map(({ closed }) => closed)).toEqual([
    CLOSE.accessChanged,
    CLOSE.accessChanged,
    null,
  ])
  expect(sections.map(({ frames }) => frames.length)).toEqual([1, 1, 2])
})

test('T33 a board gets its frames although D1 does not answer for its rights, and ends when it does', async () => {
  const { bar, sections } = await aHouse()
  const ana = await bar.admit('Ana')
  await seen(() => sections.every(({ frames }) => frames.length === 2))
  await ageChecks(bar)
  let isAnswered = false
  const statement = Object.getPrototypeOf(env.DB.prepare('SELECT 1'))
  vi.spyOn(statement, 'raw').mockImplementation(async () => {
    // A promise alone would be taken for a hang.
    while (!isAnswered) await scheduler.wait(5)
    return []
  })
  await bar.room.edit(ana.visit, { name: 'Bia' })
  await seen(() => sections.every(({ frames }) => frames.length === 3))
  await bar.room.edit(ana.visit, { name: 'Caio' })
  await seen(() => sections.every(({ frames }) => frames.length === 4))
  expect(sections[1]?.frames.map(({ number }) => number)).toEqual([1, 2, 3, 4])
  isAnswered = true
  await seen(() => sections.every(({ closed }) => closed === CLOSE.sessionEnded))
})
