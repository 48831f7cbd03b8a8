import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { MemberRole } from '#contract/admin.ts'
import { TIMINGS } from '#contract/timings.ts'
import { NOBODY } from '#test/client/room-socket.ts'
import { hashSecret } from '#worker/auth/tokens.ts'
import { keepAct } from '#worker/db/acts.ts'
import { deleteAdminSession } from '#worker/db/admin-sessions.ts'
import { keepReport } from '#worker/db/reports.ts'
import { putEvidence } from '#worker/media/evidence.ts'
import { mintMediaKey } from '#worker/media/keys.ts'
import type { Account } from '#worker/policy/rights.ts'
import { roleIn } from '#worker/policy/rights.ts'
import type { TestAdmin } from './admin.ts'
import { addAdmin, addMember, anAct, signIn, withQueries } from './admin.ts'
import { dumpOf } from './faulty-storage.ts'
import { insertMessages } from './full-bar.ts'
import type { Person } from './room-client.ts'
import { Bar } from './room-client.ts'
import { passTime } from './stopped-clock.ts'

interface Member {
  role: MemberRole
  bar: Bar
}

type Over = 'left' | 'removed' | 'expired' | null

/** A requester, by the credentials in their browser. docs/security.md lists them. */
export interface Actor {
  who: string
  visit: { person: Person; barId: string; over: Over } | null
  session: { token: string; isAlive: boolean; account: Account; email: string } | null
}

/** The targets that an address can name: a bar, a person, a session. */
export interface Place {
  /** The person at `partner` has a conversation with X1, the one at `other` has none. */
  what: 'own' | 'partner' | 'other' | 'nobody' | 'stranger' | 'no bar' | 'other bar'
  barId: string
  personId: string
  personName: string
  sessionId: string
  /** A member of the named bar's staff; at `stranger` of the other bar's. */
  accountId: string
  invitationId: string
  /** An open report of the named bar, about Caio or Elis; at `stranger` of the other bar. */
  reportId: string
}

/** Data in the bars that only some actors may read. */
interface Canary {
  text: string
  kind: 'name' | 'phone' | 'words' | 'proof' | 'contract' | 'member'
  of: readonly (Person | string)[]
  barId: string
}

export type Evening = Awaited<ReturnType<typeof anEvening>>

const NO_BAR = 'ZZZZZZ'
/** Tables that the room itself also changes. */
const OWN_TABLES = ['room', 'hours']

/** Two bars with people who talk, and every actor. A new actor is one more in `actors`. */
export async function anEvening({ seated = false } = {}) {
  const [here, elsewhere] = await Promise.all([Bar.open(), Bar.open()])
  const canaries: Canary[] = []
  let admitted = 0
  const admit = async (bar: Bar, name: string) => {
    admitted += 1
    const phone = `+55119${String(Date.now() + admitted).slice(-8)}`
    const person = await bar.admit(`${name} ${crypto.randomUUID()}`, { phone })
    const { secret, deviceKey, mark } = person.entered
    const own = { of: [person], barId: bar.barId }
    canaries.push(
      { ...own, text: person.name, kind: 'name' },
      { ...own, text: phone, kind: 'phone' },
      ...[secret, deviceKey, String(mark)].map((text) => ({
        ...own,
        text,
        kind: 'proof' as const,
      })),
    )
    return person
  }
  const talk = async (bar: Bar, one: Person, other: Person) => {
    const text = `entre os dois ${crypto.randomUUID()}`
    canaries.push({ text, kind: 'words', of: [one, other], barId: bar.barId })
    // The room has read none of their conversations yet: it need not sleep, which takes a second.
    await runInDurableObject(bar.room, (_, { storage: { sql } }) =>
      insertMessages(sql, one.id, other.id, [text]),
    )
  }
  const [eva, lia] = await Promise.all([admit(here, 'Eva'), admit(here, 'Lia')])
  if (seated) await eva.connect()
  await here.leave(lia)
  passTime(TIMINGS.visitMs)
  const rui = await admit(here, 'Rui')
  await here.room.remove(rui.id, NOBODY, 'other')
  const [ana, bia, caio, davi, elis] = await Promise.all([
    ...([admit(here, 'Ana'), admit(here, 'Bia'), admit(here, 'Caio')] as const),
    ...([admit(elsewhere, 'Davi'), admit(elsewhere, 'Elis')] as const),
  ])
  await talk(here, ana, bia)
  await talk(here, bia, caio)
  await talk(elsewhere, davi, elis)
  // A socket has joined each visit: without one there is no report.
  for (const person of [ana, davi]) await person.connect()
  if (!seated) await Promise.all([ana, davi].map((person) => person.close()))

  const [admin, colleague, outsider] = await Promise.all([addAdmin(), addAdmin(), addMember()])
  const [token, theirs, ended, old, outside] = await Promise.all([
    ...([signIn(admin), signIn(colleague), signIn(admin)] as const),
    ...([signIn(admin, Date.now() - TIMINGS.adminSessionMs - 1), signIn(outsider)] as const),
  ])
  await deleteAdminSession(env.DB, hashSecret(ended))
  const people = [
    { who: 'X5 the owner here', role: 'owner', bar: here },
    { who: 'X5 the owner of another bar', role: 'owner', bar: elsewhere },
    { who: 'X5 staff here', role: 'staff', bar: here },
    { who: 'X5 staff of another bar', role: 'staff', bar: elsewhere },
  ] as const
  const inBar = (person: Person, bar: Bar, over: Over = null) => ({
    visit: { person, barId: bar.barId, over },
    session: null,
  })
  const signedIn = (token: string, isAlive: boolean, { id, email }: TestAdmin, of?: Member) => {
    const memberships = new Map(of && [[of.bar.barId, of.role]])
    const account = { id, email, isAdmin: !of && id === admin.id, memberships }
    return { visit: null, session: { token, isAlive, account, email } }
  }
  const members = await Promise.all(
    people.map(async ({ who, ...of }) => {
      const member = await addMember([of.bar.barId, of.role])
      const { barId } = of.bar
      canaries.push({ text: member.email, kind: 'member', of: [member.id], barId })
      const emptied = anAct({ kind: 'bar_emptied', accountId: member.id, barId, people: 99 })
      if (of.role === 'owner') await keepAct(env.DB, emptied)
      return { who, ...signedIn(await signIn(member), true, member, of) }
    }),
  )
  for (const bar of [here, elsewhere]) {
    const text = `Dona ${crypto.randomUUID()}`
    await env.DB.prepare('UPDATE bars SET owner_name = ? WHERE id = ?').bind(text, bar.barId).run()
    canaries.push({ text, kind: 'contract', of: [], barId: bar.barId })
  }
  const actors: Actor[] = [
    { who: 'X0 anybody', visit: null, session: null },
    { who: 'X1 a person here', ...inBar(ana, here) },
    { who: 'X2 a person of another bar', ...inBar(davi, elsewhere) },
    { who: 'X3 who has left', ...inBar(lia, here, 'left') },
    { who: 'X3 who was removed', ...inBar(rui, here, 'removed') },
    { who: 'X3 after sixteen hours', ...inBar(eva, here, 'expired') },
    { who: 'X4 an administrator', ...signedIn(token, true, admin) },
    { who: 'X4 after signing out', ...signedIn(ended, false, admin) },
    { who: 'X4 after a week', ...signedIn(old, false, admin) },
    ...members,
    { who: 'X5 an account of no bar', ...signedIn(outside, true, outsider) },
  ]
  const [hereTeam, theirTeam, hereReport, theirReport] = await Promise.all([
    ...([aTeam(here, colleague), aTeam(elsewhere, colleague)] as const),
    aReport(here, bia, caio, canaries),
    aReport(elsewhere, elis, davi, canaries),
  ])
  const teams = {
    here: { ...hereTeam, reportId: hereReport },
    elsewhere: { ...theirTeam, reportId: theirReport },
  }

  const placesOf = ({ visit, session }: Actor): Place[] => {
    const own = visit?.person ?? { id: NOBODY, name: 'Ninguém' }
    const place = (what: Place['what'], person: { id: string; name: string }, barId: string) => ({
      what,
      barId,
      personId: person.id,
      personName: person.name,
      sessionId: what === 'own' && session ? idOf(session.token) : idOf(theirs),
      ...(what === 'nobody' ? NO_TEAM : teams[barId === elsewhere.barId ? 'elsewhere' : 'here']),
      ...(what === 'stranger' && teams.elsewhere),
    })
    return [
      place('own', own, here.barId),
      place('partner', bia, here.barId),
      place('other', caio, here.barId),
      place('nobody', { id: NOBODY, name: 'Ninguém' }, here.barId),
      place('stranger', elis, here.barId),
      place('no bar', bia, NO_BAR),
      place('other bar', elis, elsewhere.barId),
    ]
  }

  const accounts = [admin, colleague, outsider, ...members.map(({ session }) => session.account)]
  const accountIds = accounts.map(({ id }) => id)
  const readRows = async () => [
    ...(await readRoom(here)),
    ...(await readRoom(elsewhere)),
    ...(await readDatabase([here, elsewhere], accountIds)),
  ]
  let rows = await readRows()

  return {
    actors,
    bars: [here, elsewhere] as const,
    placesOf,
    admin,
    /** The rows that came, went or changed since the last call. Those of a bar begin with its id. */
    readChanges: async () => {
      const before = new Set(rows)
      rows = await readRows()
      const now = new Set(rows)
      return [...before, ...now].filter((row) => !before.has(row) || !now.has(row))
    },
    /** Nothing of it may be in what the actor is sent. */
    canariesFor: (actor: Actor, isRefused: boolean, tells: Canary['kind'] | null) =>
      canaries
        .filter((canary) => !mayRead(actor, canary, isRefused, tells))
        .map(({ text }) => text),
  }
}

/** Whether an actor may be sent this canary. */
function mayRead(
  { visit, session }: Actor,
  { kind, of, barId }: Canary,
  isRefused: boolean,
  /** The kind of canary that this answer may contain: another person's phone or words. */
  tells: Canary['kind'] | null,
) {
  if (visit && of.includes(visit.person)) return true
  if (session && of.includes(session.account.id)) return true
  if (isRefused) return false
  const role = session?.isAlive ? roleIn(session.account, barId) : null
  const isThere = visit?.barId === barId && visit.over === null
  const isManager = role === 'admin' || role === 'owner'
  return {
    name: role !== null || isThere,
    phone: tells === 'phone' && isManager,
    words: tells === 'words' && isManager,
    proof: false,
    contract: isManager,
    member: isManager,
  }[kind]
}

const HERE = 'bar_id IN (SELECT value FROM json_each(?))'
/** Queries by bar. Each row begins with the id of its bar. */
const OF_BARS = {
  bars: 'SELECT * FROM bars WHERE id IN (SELECT value FROM json_each(?))',
  memberships: `SELECT bar_id AS id, * FROM memberships WHERE ${HERE}`,
  invitations: `SELECT bar_id AS id, id AS invitation FROM invitations WHERE ${HERE}`,
  links: `SELECT bar_id AS id, l.* FROM password_links l JOIN memberships USING (account_id) WHERE ${HERE}`,
  // The room delivers a report when it can.
  acts: `SELECT bar_id AS id, id AS act, kind, at FROM admin_acts WHERE ${HERE} AND kind <> 'report_opened'`,
  reports: `SELECT bar_id AS id, id AS report, state FROM reports WHERE ${HERE} AND state <> 'open'`,
}
const SESSIONS = `SELECT 'session ' || token_hash AS id FROM admin_sessions
  WHERE account_id IN (SELECT value FROM json_each(?))`

/** The bars in D1, and the sessions of these accounts. */
async function readDatabase(bars: readonly Bar[], accountIds: readonly string[]) {
  const ask = (query: string, ids: readonly string[]) =>
    env.DB.prepare(query).bind(JSON.stringify(ids))
  const barIds = [...bars.map(({ barId }) => barId), NO_BAR]
  const ofBars = Object.values(OF_BARS).map((query) => ask(query, barIds))
  const answers = await env.DB.batch<{ id: string }>([...ofBars, ask(SESSIONS, accountIds)])
  const names = [...Object.keys(OF_BARS), 'sessions']
  return answers.flatMap(({ results }, at) =>
    results.map((row) => `${row.id} ${names[at]} ${JSON.stringify(row)}`),
  )
}

/** All rows of a room that people cause, one text each. */
async function readRoom({ barId, room }: Bar): Promise<string[]> {
  const tables = Object.entries(await dumpOf(room, OWN_TABLES))
  return tables.flatMap(([name, rows]) =>
    rows.map((row) => `${barId} ${name} ${JSON.stringify(row)}`),
  )
}

/** Records every use of a binding but the look-up of a session. */
export function recordBindings(): { bindings: Partial<Env>; touched: string[] } {
  const touched: string[] = []
  const record = (name: 'MEDIA' | 'BAR_ROOM' | 'MONITOR' | 'LOGIN_GATE') =>
    new Proxy(env[name], {
      get(binding, property) {
        touched.push(`${name}.${String(property)}`)
        const value = Reflect.get(binding, property)
        return typeof value === 'function' ? value.bind(binding) : value
      },
    })
  const DB = withQueries((query) => {
    if (!query.includes('"admin_sessions"')) touched.push(query)
    return query
  })
  const others = {
    MEDIA: record('MEDIA'),
    BAR_ROOM: record('BAR_ROOM'),
    MONITOR: record('MONITOR'),
    LOGIN_GATE: record('LOGIN_GATE'),
  }
  return { bindings: { DB, ...others } as Partial<Env>, touched }
}

/** The id that routes/admin-account.ts gives a session. */
function idOf(token: string): string {
  return hashSecret(hashSecret(token))
}

const NO_TEAM = { accountId: NOBODY, invitationId: NOBODY, reportId: NOBODY }

/** A report as the room delivers it: its row in D1, its evidence in R2. */
async function aReport(bar: Bar, reporter: Person, reported: Person, canaries: Canary[]) {
  const id = crypto.randomUUID()
  const words = `prova ${crypto.randomUUID()}`
  canaries.push({ text: words, kind: 'words', of: [], barId: bar.barId })
  const key = mintMediaKey('profiles', 'image/webp')
  await env.MEDIA.put(key, 'x', { httpMetadata: { contentType: 'image/webp' } })
  const toSide = (person: Person) => ({ personId: person.id, name: person.name, table: '7' })
  await putEvidence(env, id, {
    note: 'ele não para',
    reporter: { ...toSide(reporter), photo: null },
    reported: { ...toSide(reported), photo: `/media/${key}` },
    messages: [{ isReporter: false, text: words, at: Date.now() }],
  })
  const row = { id, reason: 'harassment' as const, reportedAt: Date.now() }
  await keepReport(env.DB, { ...row, barId: bar.barId, personId: reported.id, rank: 'known' })
  await bar.sql(
    'INSERT INTO reports VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    id,
    crypto.randomUUID(),
    reporter.device.mark,
    'network',
    1,
    reported.device.mark,
    reported.id,
    reported.name,
    '7',
    Date.now(),
  )
  return id
}

/** One of the staff, and an open invitation for staff. */
async function aTeam(bar: Bar, madeBy: TestAdmin) {
  const { id: accountId } = await addMember([bar.barId, 'staff'])
  const invitationId = crypto.randomUUID()
  await env.DB.prepare('INSERT INTO invitations VALUES (?, ?, ?, ?, ?, ?)')
    .bind(invitationId, invitationId, bar.barId, 'staff', madeBy.id, Date.now() + 1_000_000)
    .run()
  return { accountId, invitationId }
}
