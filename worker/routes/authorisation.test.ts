import { runInDurableObject } from 'cloudflare:test'
import { beforeEach, expect, test, vi } from 'vitest'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { BOARD_SUBPROTOCOL } from '#contract/board.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { FORM_ENDPOINTS } from '#contract/form-endpoints.ts'
import { MONITOR_SUBPROTOCOL } from '#contract/monitor.ts'
import { PAGES } from '#contract/pages.ts'
import { CSP_REPORTS } from '#contract/paths.ts'
import type { ClientMessage, ServerMessage } from '#contract/protocol.ts'
import { clientMessageSchema, SUBPROTOCOL } from '#contract/protocol.ts'
import { VISIT_ENDPOINTS } from '#contract/visit-endpoints.ts'
import type { RoomSocket } from '#test/client/room-socket.ts'
import { aNewBar } from '#test/fakes/bars.ts'
import { bytesOf } from '#test/fakes/pictures.ts'
import { aProfile } from '#test/fakes/profile.ts'
import type { Actor, Evening, Place } from '#test/worker/actors.ts'
import { anEvening, recordBindings } from '#test/worker/actors.ts'
import type { Sent } from '#test/worker/ask-as.ts'
import { hear, placesFor, toRequest } from '#test/worker/ask-as.ts'
import { aReport, ask } from '#test/worker/requests.ts'
import type { Bar } from '#test/worker/room-client.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import { hashSecret, mintToken } from '#worker/auth/tokens.ts'
import app from '#worker/index.ts'
import type { Permission } from '#worker/policy/rights.ts'
import { may, mayIn } from '#worker/policy/rights.ts'

beforeEach(stopClock)

const NO_BAR = '404 bar_not_found'
const NO_PERSON = '404 person_not_found'
const NOTHING = '404 not_found'
const EXPIRED = '410 link_expired'
const WRONG = '401 wrong_credentials'

const token = mintToken()
const [email, password] = ['x@brinde.test', 'uma senha nova de alguém']

/** Returns the refusal of an actor in a bar, or null if the row's outcome counts. */
type Guard = (actor: Actor, barId: string) => string | null

const anybody: Guard = () => null

const visitor: Guard = ({ visit }, barId) => {
  if (visit?.barId !== barId) return '401 no_visit'
  return visit.over ? '410 visit_ended' : null
}

const socket: Guard = ({ visit }, barId) => {
  if (visit?.barId !== barId) return '401 no_visit'
  return visit.over && (visit.over === 'removed' ? '101 4002' : '101 4003')
}

const deviceKey: Guard = ({ visit }, barId) => {
  if (visit?.barId !== barId) return NO_PERSON
  return visit.over && (visit.over === 'removed' ? '403 removed' : NO_PERSON)
}

const notRemoved: Guard = ({ visit }, barId) =>
  visit?.barId === barId && visit.over === 'removed' ? '403 removed' : null

const signedIn: Guard = ({ session }) => (session?.isAlive ? null : '401 unauthenticated')

/** An actor without the permission gets the answer for an unknown bar. */
const inBar =
  (permission: Permission): Guard =>
  (actor, barId) => {
    const { session } = actor
    return (
      signedIn(actor, barId) ??
      (session && mayIn(session.account, barId, permission) ? null : NO_BAR)
    )
  }

const anywhere =
  (permission: Permission): Guard =>
  (actor, barId) => {
    const { session } = actor
    return signedIn(actor, barId) ?? (session && may(session.account, permission) ? null : NOTHING)
  }

/** One outcome, or one for each place that differs from `else`. */
type Outcomes = string | ({ [what in Place['what']]?: string } & { else: string })

interface Row {
  guard: Guard
  outcomes: Outcomes
  send: (actor: Actor, evening: Evening) => Sent
}

const row = (guard: Guard, outcomes: Outcomes, send: Row['send'] = () => ({})): Row => ({
  guard,
  outcomes,
  send,
})

const json =
  (body: unknown): Row['send'] =>
  () => ({ json: body })
const upgrade =
  (subprotocol: string): Row['send'] =>
  () => ({ subprotocol })
const removal = json({ reason: 'other' })
const deletion = json({ name: 'Bar do Teste' })
const invitation = json({ role: 'staff' })
const picture: Row['send'] = () => ({ body: bytesOf('png'), type: 'image/png' })
const ownKey: Row['send'] = ({ visit }) => ({
  json: { deviceKey: visit?.person.entered.deviceKey ?? 'made up' },
})
const profile: Row['send'] = ({ visit }) => {
  const { deviceKey = null, mark = null } = visit?.person.entered ?? {}
  return { json: aProfile({ name: 'Nova', deviceKey, mark }) }
}

const NO_NEW_PASSKEY = { credentialId: 'x', clientData: 'x', attestation: 'x', transports: [] }
const NO_PASSKEY = { credentialId: 'x', clientData: 'x', authenticatorData: 'x', signature: 'x' }

const HELP_ANSWER = { id: crypto.randomUUID(), answer: 'coming' }
const SUBSCRIPTION = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/x',
  // The generator of P-256.
  p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
  auth: 'A'.repeat(22),
}

/** The outcome counts for a person who is in the bar of the path. */
const ofPerson = (outcome: string): Outcomes => ({
  own: NO_PERSON,
  nobody: NO_PERSON,
  stranger: NO_PERSON,
  'no bar': NO_BAR,
  else: outcome,
})

const ofBar = (outcome: string): Outcomes => ({ 'no bar': NO_BAR, else: outcome })
/** The outcome counts for a member of the bar or one of its invitations. */
const ofTeam = (outcome: string): Outcomes => ({
  nobody: NOTHING,
  stranger: NOTHING,
  'no bar': NO_BAR,
  else: outcome,
})

const aPage = row(anybody, { 'no bar': '404', else: '200' })

/** Only these answers may contain a phone or the words of a report. */
const TELLING: Record<string, 'phone' | 'words'> = {
  [`POST ${ADMIN_ENDPOINTS.revealPhone.path}`]: 'phone',
  [`POST ${ADMIN_ENDPOINTS.readReportMessages.path}`]: 'words',
}

/** Reports somebody of the actor's own bar: Bia, who talks with X1, or Elis, who talks with X2. */
const reporting: Row['send'] = (actor, { placesOf }) => {
  const others = placesOf(actor).filter(({ what }) => what !== 'own')
  const own = others.find(({ barId }) => barId === actor.visit?.barId)
  return { json: aReport({ id: (own ?? others[0])?.personId ?? '' }) }
}

/** The outcomes of each endpoint. An endpoint without a row does not compile. */
const PATRONS: Record<keyof typeof ENDPOINTS, Row> = {
  readBar: row(anybody, ofBar('200')),
  countOnline: row(anybody, ofBar('200')),
  leave: row(visitor, '200'),
  openSocket: row(socket, '101', upgrade(SUBPROTOCOL)),
}

const VISITS: Record<keyof typeof VISIT_ENDPOINTS, Row> = {
  subscribe: row(visitor, '204', json(SUBSCRIPTION)),
  unsubscribe: row(visitor, '204'),
  listBlocks: row(visitor, '200'),
  block: row(visitor, ofPerson('204')),
  unblock: row(visitor, NO_PERSON),
  callHelp: row(visitor, '200', json({ id: crypto.randomUUID(), kind: 'unwell' })),
  withdrawHelp: row(visitor, '200', json({ id: crypto.randomUUID() })),
}

const FORMS: Record<keyof typeof FORM_ENDPOINTS, Row> = {
  enter: row(notRemoved, ofBar('201'), profile),
  recognise: row(deviceKey, '200', ownKey),
  continueVisit: row(deviceKey, '201', ownKey),
  readOwnData: row(visitor, '200'),
  editProfile: row(visitor, '200', json({ table: '9' })),
  report: row(visitor, '204', reporting),
}

const ADMINISTRATORS: Record<keyof typeof ADMIN_ENDPOINTS, Row> = {
  logIn: row(anybody, WRONG, (_, { actors }) => {
    const known = actors.find(({ session }) => session)?.session
    return { json: { email: known?.email, password: 'errada' } }
  }),
  setPassword: row(anybody, EXPIRED, json({ token, password })),
  makeFirstAccount: row(anybody, NOTHING, json({ secret: 'x', email, password })),
  openInvitation: row(anybody, EXPIRED, json({ token })),
  join: row(anybody, EXPIRED, json({ token, email, password })),
  challengeToJoin: row(anybody, EXPIRED, json({ token, email })),
  joinSignedIn: row(signedIn, EXPIRED, json({ token })),
  readSession: row(anybody, '200'),
  logOut: row(signedIn, '204'),
  changePassword: row(signedIn, WRONG, json({ current: 'errada', password })),
  listSessions: row(signedIn, '200'),
  endSession: row(signedIn, { own: '204', else: NOTHING }),
  challengePasskey: row(anybody, '200'),
  logInByPasskey: row(anybody, WRONG, json(NO_PASSKEY)),
  prove: row(signedIn, WRONG, json({ passkey: NO_PASSKEY })),
  listPasskeys: row(signedIn, '200'),
  addPasskey: row(signedIn, WRONG, json(NO_NEW_PASSKEY)),
  challengeNewPasskey: row(signedIn, '200'),
  renamePasskey: row(signedIn, NOTHING, json({ name: 'x' })),
  removePasskey: row(signedIn, NOTHING),
  confirmPasskey: row(signedIn, NOTHING),
  readSubscribedKey: row(signedIn, '200'),
  subscribe: row(signedIn, '204', json(SUBSCRIPTION)),
  unsubscribe: row(signedIn, '204'),
  listBars: row(signedIn, '200'),
  createBar: row(anywhere('registerBar'), '201', () => ({ json: aNewBar() })),
  readBar: row(inBar('seeBar'), ofBar('200')),
  editBar: row(inBar('editBar'), ofBar('200'), () => {
    const { creationKey: _, ...fields } = aNewBar()
    return { json: { ...fields, revision: 1 } }
  }),
  deleteBar: row(inBar('deleteBar'), ofBar('204'), deletion),
  pauseBar: row(inBar('pauseBar'), ofBar('200')),
  reopenBar: row(inBar('pauseBar'), ofBar('200')),
  readHours: row(inBar('seeNumbers'), ofBar('200')),
  uploadLogo: row(anywhere('uploadPictures'), '201', picture),
  uploadPhoto: row(anywhere('uploadPictures'), '201', picture),
  uploadCover: row(anywhere('uploadPictures'), '201', picture),
  // There is no call for help.
  answerHelp: row(inBar('answerHelp'), ofBar(NOTHING), json(HELP_ANSWER)),
  confirmHelp: row(inBar('answerHelp'), ofBar('204'), json({ ids: [crypto.randomUUID()] })),
  revealPhone: row(inBar('seePhones'), ofPerson('200')),
  readCodeTries: row(inBar('useEntryCode'), ofBar('200')),
  readClearing: row(inBar('countVisits'), ofBar('200')),
  emptyBar: row(inBar('endVisits'), ofBar('200')),
  readNetwork: row(inBar('countVisits'), ofBar('200')),
  clearNetwork: row(inBar('endVisits'), ofPerson('200')),
  listRemovals: row(inBar('removePeople'), ofBar('200')),
  removePerson: row(inBar('removePeople'), ofPerson('204'), removal),
  undoRemoval: row(inBar('removePeople'), ofBar(NO_PERSON)),
  listReports: row(inBar('answerReports'), ofBar('200')),
  listReportsOf: row(inBar('answerReports'), ofBar('200')),
  listClosedReports: row(inBar('seeClosedReports'), ofBar('200')),
  closeReport: row(inBar('answerReports'), ofTeam('204')),
  removeReported: row(inBar('removePeople'), ofTeam('204'), removal),
  readReportMessages: row(inBar('readReportMessages'), ofTeam('200')),
  readReportPhoto: row(inBar('answerReports'), ofTeam('200')),
  readCode: row(inBar('useEntryCode'), ofBar('200')),
  switchCode: row(inBar('useEntryCode'), ofBar('200'), json({ ask: 'on' })),
  renewCode: row(inBar('useEntryCode'), ofBar('200')),
  readTeam: row(inBar('seeTeam'), ofBar('200')),
  removeMember: row(inBar('changeStaff'), ofTeam('204')),
  linkPassword: row(inBar('linkPassword'), ofTeam('201')),
  invite: row(inBar('changeStaff'), ofBar('201'), invitation),
  cancelInvitation: row(inBar('changeStaff'), ofTeam('204')),
  listActs: row(anywhere('seeActs'), '200'),
  readActsFile: row(anywhere('seeActs'), '200'),
  readHealth: row(anywhere('seeHealth'), '200'),
  readSite: row(anywhere('stopSite'), '200'),
  saveSite: row(anywhere('stopSite'), '200', json({ isStopped: false })),
  openBoard: row(inBar('seePeople'), ofBar('101'), upgrade(BOARD_SUBPROTOCOL)),
  readMonitor: row(signedIn, '200'),
  openMonitorSocket: row(anywhere('seeEveryBar'), '101', upgrade(MONITOR_SUBPROTOCOL)),
  readVersion: row(anybody, '200'),
  readRoomHealth: row(anybody, '200'),
}

/** Pages, files and reports of browsers are in no table of endpoints. */
const OTHERS: Record<string, Row> = {
  [`POST ${CSP_REPORTS}`]: row(anybody, '400 invalid_request', json({})),
  'GET /.well-known/security.txt': row(anybody, '404 not_found'),
  'GET /media/*': row(anybody, '404 not_found'),
  'GET /sem-conexao': row(anybody, '200'),
  'GET /manifest.webmanifest': row(anybody, '200'),
  ...Object.fromEntries(Object.values(PAGES).map((path) => [`GET ${path}`, aPage])),
  // This page reads its bar from the API, so that any bar gets the page.
  [`GET ${PAGES.entryCode}`]: row(anybody, '200'),
}

const routeOf = ({ method, path }: Endpoint): string => `${method} ${path}`

const rowsOf = <Table extends Record<string, Endpoint>>(
  table: Table,
  rows: Record<keyof Table, Row>,
): [string, Row][] =>
  Object.entries(table).map(([name, endpoint]) => [routeOf(endpoint), rows[name as keyof Table]])

const ROWS: Record<string, Row> = Object.fromEntries([
  ...rowsOf(ENDPOINTS, PATRONS),
  ...rowsOf(VISIT_ENDPOINTS, VISITS),
  ...rowsOf(FORM_ENDPOINTS, FORMS),
  ...rowsOf(ADMIN_ENDPOINTS, ADMINISTRATORS),
  ...Object.entries(OTHERS),
])

type MessageRow = [frame: (place: Place) => ClientMessage, outcomes: Outcomes]

/** The room's answers to a person inside. A message without a row fails the test. */
const MESSAGES: Record<ClientMessage['type'], MessageRow> = {
  say: [
    ({ personId }) => ({ type: 'say', id: crypto.randomUUID(), to: personId, text: 'oi' }),
    {
      own: 'refused own_self',
      partner: 'stored',
      other: 'stored',
      else: 'refused person_not_found',
    },
  ],
  read: [({ personId }) => ({ type: 'read', personId, through: 1 }), 'read'],
  history: [
    ({ personId }) => ({ type: 'history', personId }),
    { partner: 'history 1', other: 'history 0', else: 'refused person_not_found' },
  ],
  // Ana began the conversation, and Bia has not answered it and has no page.
  fold: [({ personId }) => ({ type: 'fold', personId }), 'nothing'],
  typing: [({ personId }) => ({ type: 'typing', personId }), 'nothing'],
  hidden: [() => ({ type: 'hidden' }), 'nothing'],
  visible: [() => ({ type: 'visible' }), 'nothing'],
  confirm: [() => ({ type: 'confirm', token: '' }), 'refused invalid_frame'],
  page: [({ personId }) => ({ type: 'page', after: { id: personId, online: true } }), 'page'],
  search: [
    ({ personName }) => ({ type: 'search', text: personName }),
    { partner: 'found 1', other: 'found 1', else: 'found 0' },
  ],
  find: [
    ({ personId }) => ({ type: 'find', personId }),
    { own: 'found 1', partner: 'found 1', other: 'found 1', else: 'found 0' },
  ],
}

const ROUTES = app.routes
  .filter(({ handler, method }) => handler.length < 2 && method !== 'ALL')
  .map(({ method, path }) => `${method} ${path}`)

const ENDPOINT_ROUTES = [ENDPOINTS, VISIT_ENDPOINTS, FORM_ENDPOINTS, ADMIN_ENDPOINTS].flatMap(
  (table) => Object.values<Endpoint>(table).map(routeOf),
)

test('the Worker serves each endpoint of the tables', () => {
  expect(ENDPOINT_ROUTES.filter((route) => !ROUTES.includes(route))).toEqual([])
})

test('each route of the API is in a table of endpoints', () => {
  const others = ROUTES.filter((route) => !ENDPOINT_ROUTES.includes(route))
  expect(others.filter((route) => route.includes(' /api/'))).toEqual([`POST ${CSP_REPORTS}`])
})

const isRead = (route: string) => route.startsWith('GET ')
const CHANGES = ROUTES.filter((route) => !isRead(route))
/** A socket is no plain read: it shows its person online. */
const isPlainRead = (route: string) => isRead(route) && !route.endsWith('/socket')

test('T5 T11 T27 T34 T58 each actor reads exactly what its row allows', async () => {
  const evening = await anEvening()
  for (const route of ROUTES.filter(isRead)) {
    // A socket that has closed shows its person offline.
    await untilClosed(evening)
    await evening.readChanges()
    await checkRefused(route, evening)
    await checkDone(route, cellsOf(route, evening), evening)
  }
})

async function untilClosed({ bars }: Evening): Promise<void> {
  const countSockets = ({ room }: Bar) =>
    runInDurableObject(room, (_, state) => state.getWebSockets().length)
  for (const bar of bars) while ((await countSockets(bar)) > 0) await scheduler.wait(1)
}

test('T8 T11 T27 T34 a refused change changes nothing', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const evening = await anEvening()
  for (const route of CHANGES) await checkRefused(route, evening)
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
  'T8 T11 T27 T34 each actor changes exactly what its row allows, by %s',
  async (by) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    let evening = await anEvening()
    for (const route of CHANGES.filter((route) => route.startsWith(by))) {
      for (const rank of new Set(evening.actors.map(rankOf))) {
        const cells = cellsOf(route, evening).filter(({ actor }) => rankOf(actor) === rank)
        const hasChanged = await checkDone(route, cells, evening)
        // A change would alter the outcome for the next actor of the same bar.
        if (hasChanged) evening = await anEvening()
      }
    }
  },
)

const TYPES = clientMessageSchema.options.map(({ entries }) => entries.type.literal)

test.each(TYPES)('T4 T5 T8 the message %s has the outcomes of its row', async (type) => {
  const [frame, outcomes] = MESSAGES[type] ?? missing(type, 'MESSAGES', '[frame, outcomes]')
  const evening = await anEvening({ seated: true })
  const [here] = evening.bars
  for (const actor of evening.actors) {
    if (actor.visit?.barId !== here.barId || !actor.visit.person.hasPage) continue
    const { person, over } = actor.visit
    const places = evening.placesOf(actor).filter(({ barId }) => barId === here.barId)
    // A false token counts as abuse, and the third would close the socket.
    for (const place of type === 'confirm' ? places.slice(0, 1) : places) {
      const [heard, seen] = [person.page.raw.length, person.page.frames.length]
      person.page.send(frame(place))
      if (over) await person.page.until(() => person.page.closed ?? person.page.frames[seen])
      else await answered(person.page)
      // The last frame answers the request of `answered`.
      const answers = person.page.frames.slice(seen, over ? undefined : -1)
      const expected = over ? 'nothing' : outcomeAt(place, outcomes)
      expectCell(type, actor, place, summarise(answers), expected)
      for (const message of answers) {
        if (message.type === 'stored') expect(message.message.from).toBe(person.id)
      }
      const text = person.page.raw
        .slice(heard)
        .join()
        .replaceAll(/"asked":(?:"[^"]*"|{[^}]*})/g, '')
      expectNoCanary(text, actor, evening, over !== null)
      const changed = await evening.readChanges()
      // The room counts abuse under the mark.
      expectOwn(changed, [person.id, person.device.mark])
      if (over) expect(changed.join()).not.toContain(' messages ')
      // The room has closed the socket.
      if (over) break
    }
  }
})

/** Updates and deletes are left out: the compared rows show them. */
// Acts are left out too: their insert runs always, and stores a row only after a change.
const WRITES = /^(?:insert(?! into "admin_acts")|MEDIA\.(?:put|delete))/i

/** Checks the refused cells. No row may change. */
async function checkRefused(route: string, evening: Evening): Promise<void> {
  for (const cell of cellsOf(route, evening)) {
    if (isRefusal(cell.expected)) await checkCell(route, cell, evening)
  }
  expect(await evening.readChanges()).toEqual([])
}

/** Checks the granted cells. Only own rows may change. Returns true if any did. */
async function checkDone(route: string, cells: Cell[], evening: Evening): Promise<boolean> {
  let hasChanged = false
  for (const cell of cells) {
    if (isRefusal(cell.expected)) continue
    const text = await checkCell(route, cell, evening)
    // The rows of reads are compared once for the whole route.
    if (isPlainRead(route)) continue
    const changed = await evening.readChanges()
    hasChanged ||= changed.length > 0
    const { visit, session } = cell.actor
    const made = /"person":\{"id":"([\w-]{36})"/.exec(text)?.[1]
    if (!session) expectOwn(changed, [visit?.person.id, visit?.person.device.mark, made])
    const own = [cell.place.barId, `session ${hashSecret(session?.token ?? '')}`]
    const others = changed.filter((row) => !own.some((id) => row.startsWith(id)))
    if (session) expect(others).toEqual([])
  }
  if (isPlainRead(route)) expect(await evening.readChanges()).toEqual([])
  return hasChanged
}

/** Two accounts of different bars can have the same rank. */
function rankOf({ session }: Actor): string | null {
  if (!session) return null
  const { isAdmin, memberships } = session.account
  return isAdmin ? 'admin' : [...memberships.values()].join()
}

function cellsOf(route: string, evening: Evening): Cell[] {
  const { guard, outcomes, send } = ROWS[route] ?? missing(route, 'ROWS', 'row(visitor, …)')
  return evening.actors.flatMap((actor) =>
    placesFor(route, actor, evening).map((place) => {
      const expected = guard(actor, place.barId) ?? outcomeAt(place, outcomes)
      return { actor, place, expected, sent: send(actor, evening) }
    }),
  )
}

/** Resolves when the room has answered all earlier frames. */
async function answered(page: RoomSocket): Promise<void> {
  const personId = crypto.randomUUID()
  page.send({ type: 'find', personId })
  await page.get('found', ({ asked }) => asked === personId)
}

interface Cell {
  actor: Actor
  place: Place
  expected: string
  sent: Sent
}

/** Returns the text of the answer. */
async function checkCell(route: string, cell: Cell, evening: Evening): Promise<string> {
  const { actor, place, expected, sent } = cell
  const isRefused = isRefusal(expected)
  const { bindings, touched } = recordBindings()
  const { outcome, text } = await hear(await ask(...toRequest(route, actor, place, sent), bindings))
  expectCell(route, actor, place, outcome, expected)
  expectNoCanary(text, actor, evening, isRefused, TELLING[route])
  if (/^401 (?:no_visit|unauthenticated)$/.test(expected)) expect(touched).toEqual([])
  if (isRefused) expect(touched.filter((use) => WRITES.test(use))).toEqual([])
  return text
}

/** Expects that every changed row belongs to one of these people. */
function expectOwn(rows: string[], ids: readonly (string | undefined)[]): void {
  expect(rows.filter((row) => !ids.some((id) => id !== undefined && row.includes(id)))).toEqual([])
}

function expectCell(what: string, { who }: Actor, place: Place, got: string, wanted: string): void {
  expect(`${what}, ${who}, ${place.what}: ${got}`).toBe(`${what}, ${who}, ${place.what}: ${wanted}`)
}

function expectNoCanary(
  text: string,
  actor: Actor,
  evening: Evening,
  isRefused: boolean,
  tells: 'phone' | 'words' | null = null,
): void {
  const canaries = evening.canariesFor(actor, isRefused, tells)
  expect(canaries.filter((canary) => text.includes(canary))).toEqual([])
}

const isRefusal = (outcome: string): boolean => /^(?:4|101 )/.test(outcome)

const outcomeAt = ({ what }: Place, outcomes: Outcomes): string =>
  typeof outcomes === 'string' ? outcomes : (outcomes[what] ?? outcomes.else)

function summarise(messages: readonly ServerMessage[]): string {
  const words = messages.map((message) => {
    if (message.type === 'refused') return `refused ${message.reason}`
    if (message.type === 'history') return `history ${message.messages.length}`
    return message.type === 'found' ? `found ${message.people.length}` : message.type
  })
  return words.join() || 'nothing'
}

function missing(name: string, table: string, row: string): never {
  throw new Error(
    `Nobody has said who may use "${name}". Add a line to ${table} in worker/routes/authorisation.test.ts: '${name}': ${row}`,
  )
}
