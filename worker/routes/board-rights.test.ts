import { runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import { beforeEach, expect, test } from 'vitest'
import { address } from '#contract/address.ts'
import type { MemberRole } from '#contract/admin.ts'
import { ADMIN_API, BARS_PARAMETER, toSectionPath } from '#contract/admin-paths.ts'
import type { BoardFrame } from '#contract/board.ts'
import { BOARD_SUBPROTOCOL, boardMessageSchema } from '#contract/board.ts'
import { LIMITS } from '#contract/limits.ts'
import type { MonitorMessage } from '#contract/monitor.ts'
import { MONITOR_SUBPROTOCOL, monitorBoardSchema } from '#contract/monitor.ts'
import { CLOSE } from '#contract/protocol.ts'
import {
  addAdmin,
  addMember,
  askAsAdmin,
  askForSocket,
  openMonitor,
  setColumns,
  signIn,
} from '#test/worker/admin.ts'
import { BoardClient } from '#test/worker/board-client.ts'
import { aReport, failureOf, statusOf } from '#test/worker/requests.ts'
import { Bar, Person } from '#test/worker/room-client.ts'
import { seen } from '#test/worker/seen.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import { monitorOf } from '#worker/durable-objects.ts'

beforeEach(stopClock)

const ROLES = ['admin', 'owner', 'staff'] as const
type Role = (typeof ROLES)[number]
const PLACES = ['own', 'other', 'removed', 'deleted'] as const
type PlaceName = (typeof PLACES)[number]

/** Owners and staff have their own bar alone; an administrator also has the other and the removed one. */
const SEES: Record<Role, readonly PlaceName[]> = {
  admin: ['own', 'other', 'removed'],
  owner: ['own'],
  staff: ['own'],
}

/** A bar whose people and calls carry a word that is nowhere else. */
interface Place {
  bar: Bar
  word: string
  ana: Person
  bia: Person
  call: string
}

async function aPlace(): Promise<Place> {
  const bar = await Bar.open()
  const word = `canário ${crypto.randomUUID().slice(0, 8)}`
  const ana = await bar.seat(`Ana ${word}`, { phone: '+5511987654321' })
  const bia = await bar.seat(`Bia ${word}`)
  return { bar, word, ana, bia, call: crypto.randomUUID() }
}

/** Makes a room send each frame to its boards. A first frame needs nothing. */
const CAUSES: Record<BoardFrame['type'], (place: Place) => Promise<unknown>> = {
  people: async () => {},
  summary: async () => {},
  changes: async ({ bar, word }) => bar.admit(`Caio ${word}`, { phone: '+5511987654321' }),
  counts: async () => {},
  help: ({ bar, ana, call }) => bar.room.callHelp(ana.visit, { id: call, kind: 'unwell' }),
  helpSeen: ({ bar, call }) => bar.room.noteHelpShown([call]),
  helpEnded: ({ bar, ana, call }) => bar.room.answerHelp(ana.id, call, 'resolved', null),
  reports: ({ bar, ana, bia }) => bar.room.report(ana.visit, aReport(bia)),
  codeTries: (place) => tryCodes(place),
}
const FRAMES = Object.keys(CAUSES) as BoardFrame['type'][]
/** A section never hears these, folded or not. */
const NOT_FOR = { folded: ['people', 'changes'], unfolded: ['summary', 'counts'] } as const
type Fold = keyof typeof NOT_FOR
const FOLDS = Object.keys(NOT_FOR) as Fold[]

/** This many wrong codes are reported to the boards. */
async function tryCodes({ bar }: Place): Promise<void> {
  await setColumns(bar.barId, { entry_code_on: 1 })
  await bar.room.barChanged(bar.barId)
  for (let tries = 0; tries < LIMITS.entryCodeTriesTold; tries += 1) {
    const entryCode = String(tries).padStart(6, '0')
    await bar.enter(new Person(bar, 'Ninguém'), { entryCode, network: `network ${tries}` })
  }
}

/** Makes the monitor send each frame. */
const MONITOR_CAUSES: Record<MonitorMessage['type'], () => Promise<unknown>> = {
  snapshot: async () => {},
  changes: async () => {},
  still: () => runDurableObjectAlarm(monitorOf(env)),
}

function openSection({ bar: { barId } }: Place, token: string, fold: Fold = 'unfolded') {
  return askForSocket(toSectionPath(barId, fold === 'folded'), BOARD_SUBPROTOCOL, token)
}

async function poll(places: readonly Place[], token: string, known = '') {
  const bars = places.map(({ bar }) => bar.barId).join()
  const path = address(ADMIN_API.monitor, { [BARS_PARAMETER]: bars })
  const answer = await askAsAdmin(path, { token, headers: { 'If-None-Match': known } })
  return { status: answer.status, tag: answer.headers.get('ETag') ?? '', text: await answer.text() }
}

/** Four bars, and an account of each role whose part in two of them then ends. */
async function aHouse() {
  const [own, other, removed, deleted] = await Promise.all([aPlace(), aPlace(), aPlace(), aPlace()])
  const places: Record<PlaceName, Place> = { own, other, removed, deleted }
  const join = (role: MemberRole) =>
    addMember([own.bar.barId, role], [removed.bar.barId, role], [deleted.bar.barId, role])
  const [admin, owner, staff] = await Promise.all([addAdmin(), join('owner'), join('staff')])
  const tokens: Record<Role, string> = {
    admin: await signIn(admin),
    owner: await signIn(owner),
    staff: await signIn(staff),
  }
  const endParts = async () => {
    for (const { id: accountId } of [owner, staff]) {
      const member = address(ADMIN_API.member, { barId: removed.bar.barId, accountId })
      expect(await statusOf(askAsAdmin(member, { method: 'DELETE', token: tokens.admin }))).toBe(
        204,
      )
    }
    await setColumns(deleted.bar.barId, { deleted_at: 1 })
    await deleted.bar.room.barChanged(deleted.bar.barId)
  }
  return { places, tokens, endParts }
}

const wordsBut = (places: Record<PlaceName, Place>, ...but: readonly PlaceName[]) =>
  PLACES.filter((name) => !but.includes(name)).map((name) => places[name].word)

test('T34 a board hears every frame of the bars that its role sees, and no byte of another bar', async () => {
  const { places, tokens, endParts } = await aHouse()
  const open: [Role, PlaceName, Fold, BoardClient][] = []
  for (const role of ROLES) {
    for (const name of PLACES) {
      for (const fold of FOLDS) {
        const answer = await openSection(places[name], tokens[role], fold)
        if (name === 'other' && role !== 'admin') {
          expect(await failureOf(answer)).toBe('404 bar_not_found')
        } else open.push([role, name, fold, new BoardClient(answer, boardMessageSchema)])
      }
    }
  }
  await seen(() => open.every(([, , , { frames }]) => frames.length > 0))
  await endParts()
  const heard = open.map(([, , , { frames }]) => frames.length)
  for (const cause of Object.values(CAUSES)) {
    for (const name of SEES.admin) await cause(places[name])
  }
  const others = (fold: Fold): readonly string[] => NOT_FOR[fold]
  const has = (fold: Fold, { frames }: BoardClient) =>
    FRAMES.every((one) => others(fold).includes(one) || frames.some(({ type }) => type === one))
  await seen(() =>
    open.every(([role, name, fold, board]) => !SEES[role].includes(name) || has(fold, board)),
  )
  for (const [index, [role, name, fold, { frames, closed }]] of open.entries()) {
    const text = JSON.stringify(frames)
    for (const word of wordsBut(places, name)) expect(text).not.toContain(word)
    expect(frames.filter(({ type }) => others(fold).includes(type))).toEqual([])
    expect(text.includes('•••• 4321')).toBe(role !== 'staff' && fold === 'unfolded')
    if (role === 'staff') expect(text).not.toContain('isUnattended')
    if (SEES[role].includes(name)) expect([role, name, closed]).toEqual([role, name, null])
    else
      expect([role, name, frames.length, closed]).toEqual([
        role,
        name,
        heard[index],
        CLOSE.accessChanged,
      ])
  }
  for (const role of ROLES) {
    for (const name of PLACES.filter((one) => !SEES[role].includes(one))) {
      expect(await failureOf(await openSection(places[name], tokens[role]))).toBe(
        '404 bar_not_found',
      )
    }
  }
})

test('T34 R32 only an administrator hears the monitor, and no name by it', async () => {
  const { places, tokens, endParts } = await aHouse()
  await endParts()
  for (const role of ['owner', 'staff'] as const) {
    const answer = await askForSocket(ADMIN_API.monitorSocket, MONITOR_SUBPROTOCOL, tokens[role])
    expect(await failureOf(answer)).toBe('404 not_found')
  }
  const board = await openMonitor(tokens.admin)
  await CAUSES.help(places.own)
  const { barId } = places.own.bar
  await seen(() => board.all('changes').some(({ calls }) => calls[barId] === 1))
  await CAUSES.reports(places.own)
  await seen(() => board.all('changes').some(({ reports }) => reports[barId] === 1))
  for (const cause of Object.values(MONITOR_CAUSES)) await cause()
  const types = Object.keys(MONITOR_CAUSES)
  await seen(() => types.every((one) => board.frames.some(({ type }) => type === one)))
  const text = JSON.stringify(board.frames)
  for (const word of wordsBut(places)) expect(text).not.toContain(word)
})

test('T34 a poll has counts, people and a tag of the bars that its role sees, and of no other', async () => {
  const { places, tokens, endParts } = await aHouse()
  await endParts()
  const all = Object.values(places)
  const tags = new Map<Role, string>()
  for (const role of ROLES) {
    const { text, tag } = await poll(all, tokens[role])
    const { counts = {}, calls, reports, rooms } = v.parse(monitorBoardSchema, JSON.parse(text))
    const visible = SEES[role].map((name) => places[name].bar.barId)
    expect(rooms.map(({ barId }) => barId).sort()).toEqual(visible.toSorted())
    for (const word of wordsBut(places, ...SEES[role])) expect(text).not.toContain(word)
    expect(text.includes('•••• 4321')).toBe(role !== 'staff')
    tags.set(role, tag)
    // The administrator's numbers are those of the whole monitor.
    if (role !== 'admin') expect([Object.keys(counts), calls, reports]).toEqual([visible, {}, {}])
  }
  for (const name of ['other', 'removed'] as const) {
    await CAUSES.changes(places[name])
    await CAUSES.help(places[name])
    await CAUSES.reports(places[name])
  }
  for (const role of ['owner', 'staff'] as const) {
    expect(await poll(all, tokens[role], tags.get(role))).toMatchObject({ status: 304, text: '' })
  }
  await CAUSES.changes(places.own)
  for (const role of ['owner', 'staff'] as const) {
    expect((await poll(all, tokens[role], tags.get(role))).status).toBe(200)
  }
})
