import type { Disposable, Page, WebSocketRoute } from '@playwright/test'
import { address } from '#contract/address.ts'
import type { AccountRole } from '#contract/admin.ts'
import type { AdminBar } from '#contract/admin-bar.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import type { BoardChanges, BoardFrame, BoardNumbers } from '#contract/board.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { ERROR_STATUS } from '#contract/errors.ts'
import type { BoardHelp, HelpShown } from '#contract/help.ts'
import type { Message } from '#contract/message.ts'
import type { MonitorBoard, MonitorChanges, WaitingCounts } from '#contract/monitor.ts'
import type { PublicPerson } from '#contract/person.ts'
import type { EndReason, HistoryQuestion, LastLine, ServerMessage } from '#contract/protocol.ts'
import { CLOSE, PING, PONG } from '#contract/protocol.ts'
import type { Refusal } from '#contract/refusals.ts'
import { toSessionItems } from '#test/client/kept-visit.ts'
import { arrivalsIn } from '#web/features/monitor/arrivals.ts'
import type { Board } from '#web/features/monitor/board.ts'
import { NOTHING, withChanges, withPeople } from '#web/features/monitor/board.ts'
import { lastMoveOf, withMoves } from '#web/features/monitor/overview/last-moves.ts'
import { aSession, fourWeeks } from './admin-data.ts'
import { toInterior, toPortrait } from './drawings.ts'
import type { Asked, Fate, Given } from './interceptor.ts'
import { Interceptor } from './interceptor.ts'
import { aBoard, aMonitoredPerson, aSnapshot, changes, countsOf, inSection } from './monitor.ts'
import { NOW, YOU } from './people.ts'
import { aSnapshot as aRoomSnapshot } from './room.ts'

export const ROOM_SOCKET = /\/api\/bars\/\w+\/socket(?:\?|$)/

/** The WebSocket close code for an unexpected condition. */
const UNEXPECTED = 1011

const NO_REPORTS = { cards: [], open: 0, next: null }

interface RefusalOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH'
  retryAfterSeconds?: number
}

/** Pages that had a fake server. */
const USED = new WeakSet<Page>()

/** The epoch of the fake room. Its snapshot has number 1. */
export const EPOCH = 'fake'

export interface FakeBar {
  id: string
  name: string
}

export interface FakeRoom {
  people: readonly PublicPerson[]
  /** People beyond the first page. The page is told of one whom it asks for. */
  further?: readonly PublicPerson[]
  /** Unread messages by person id. Each person named here has a conversation. */
  unread?: Record<string, number>
  /** The ids of the people who have answered. */
  answered?: readonly string[]
  /** The last line of a conversation, by person id. */
  lastLines?: Record<string, LastLine>
  /** Ids of recent arrivals, newest first. */
  newcomers?: readonly string[]
  history?: readonly Message[] | 'loading' | Refusal
  hasEarlier?: boolean
  /** Answers a question for earlier messages, instead of `history`. */
  earlier?: readonly Message[]
  /** The reason with which the room refuses every message. */
  refuses?: Refusal
  /** False: the room sends nothing, as while the connection is being made. */
  answers?: boolean
  /** Added to the page's session storage. */
  stored?: Record<string, string>
}

export interface FakeAdmin {
  bars: AdminBar[]
  board?: Pick<MonitorBoard, 'rooms'> | 'away'
  role?: AccountRole
  /** Open reports by bar, as the monitor's first frame has them. */
  reports?: WaitingCounts
  /** Calls for help in the first bar. */
  help?: BoardHelp[]
}

interface FakeSection {
  socket: WebSocketRoute
  number: number
  isFolded: boolean
}

const SECTION_SOCKET = /\/bars\/(\w+)\/board(\?folded=1)?$/

/**
 * Answers the API calls and sockets of one page. The page itself is the built app, served by the
 * built Worker, so every state can be reached at once.
 */
export class FakeServer {
  readonly page: Page
  readonly origin: string
  readonly bar: FakeBar
  readonly #interceptor: Interceptor
  readonly #scripts: Disposable[] = []
  readonly #rooms: WebSocketRoute[] = []
  readonly #monitors: WebSocketRoute[] = []
  /** The open sections of bars, and the number of the last frame of each. */
  readonly #sections = new Map<string, FakeSection>()
  /** Each bar as its section has told it. */
  #board: Board = NOTHING
  /** The calls for help that the page has confirmed. */
  readonly shownCalls: HelpShown[] = []

  private constructor(page: Page, interceptor: Interceptor, origin: string, bar: FakeBar) {
    this.page = page
    this.#interceptor = interceptor
    this.origin = origin
    this.bar = bar
  }

  /** Fixes the clock and draws all media. Call it before the page is opened. */
  static async start(page: Page, origin: string, bar: FakeBar): Promise<FakeServer> {
    const server = new FakeServer(page, await Interceptor.start(page), origin, bar)
    if (USED.has(page)) await server.#forget()
    else await page.clock.setFixedTime(NOW)
    USED.add(page)
    await server.#interceptor.add('/media/**', drawMedia)
    return server
  }

  /** The page may be given to another fake server. */
  async stop(): Promise<void> {
    await this.#interceptor.stop()
    for (const script of this.#scripts) await script.dispose()
  }

  /** The next document finds nothing of an earlier fake server. */
  async #forget(): Promise<void> {
    await this.page.evaluate(() => {
      sessionStorage.clear()
      localStorage.clear()
      // The document that ends here would store again.
      Storage.prototype.setItem = () => undefined
      // At this path, opening any address loads a new document.
      history.replaceState(null, '', '/fake-nothing')
    })
    await this.page.context().clearCookies()
    // The newest of those that fit a socket gets it.
    await this.page.routeWebSocket(/./, (socket) => void socket.connectToServer())
  }

  /** Runs a function in each document before its own scripts. */
  async before<T>(run: (argument: T) => void, argument: T): Promise<void> {
    this.#scripts.push(await this.page.addInitScript(run as (argument: unknown) => void, argument))
  }

  open(path: string): Promise<unknown> {
    return this.page.goto(this.origin + path)
  }

  /** Refuses every call to `path`, or those of one method. */
  async refuse(path: string, code: ErrorCode, options: RefusalOptions = {}): Promise<void> {
    const { method, retryAfterSeconds } = options
    await this.#decide(path, toRefusal(code, retryAfterSeconds), method)
  }

  /** Fails every request to `path`, as without a network. */
  async abort(path: string): Promise<void> {
    await this.#decide(path, 'aborted')
  }

  /** Never answers `path`: the page keeps loading. */
  async hang(path: string): Promise<void> {
    await this.#decide(path, 'unanswered')
  }

  /** Answers every call to `path`, or those of one method. */
  async answer(path: string, body: unknown, method?: RefusalOptions['method']): Promise<void> {
    await this.#decide(path, toJson(body), method)
  }

  /** Answers every call to `path` with an SVG. */
  async draw(path: string, body: string): Promise<void> {
    await this.#decide(path, toDrawing(body))
  }

  #decide(path: string, fate: Fate, method?: string): Promise<void> {
    return this.#interceptor.add(path, (asked) =>
      method === undefined || asked.method === method ? fate : null,
    )
  }

  /** Stores a visit in the session and answers as its room. */
  async enterRoom(room: FakeRoom): Promise<void> {
    const person = { ...YOU, phone: null, photo: null }
    const kept = toSessionItems(this.bar, { person, secret: 'c2VjcmV0' })
    await this.store({ ...kept, ...room.stored })
    await this.page.routeWebSocket(ROOM_SOCKET, (socket) => {
      this.#rooms.push(socket)
      socket.onMessage((frame) => {
        if (frame === PING) return socket.send(PONG)
        const message = JSON.parse(String(frame))
        if (message.type === 'say' && room.refuses)
          send(socket, { type: 'refused', id: message.id, reason: room.refuses })
        if (message.type === 'history') sendHistory(socket, room, message)
        if (message.type === 'find' && room.further)
          sendFound(socket, room.further, message.personId)
      })
      if (room.answers === false) return
      send(socket, toSnapshot(room))
      const personId = new URL(socket.url()).searchParams.get('chat')
      if (personId !== null) sendHistory(socket, room, { personId })
    })
  }

  /** Sends a message of the room. */
  send(message: ServerMessage): void {
    for (const socket of this.#rooms) send(socket, message)
  }

  /** Cuts the connection, and closes every further one with this code. */
  async disconnect(code: number = CLOSE.overloaded): Promise<void> {
    await this.page.routeWebSocket(/\/socket(?:\?|$)/, (socket) => socket.close({ code }))
    for (const socket of this.#rooms) await socket.close({ code: UNEXPECTED })
  }

  async close(code: number): Promise<void> {
    for (const socket of this.#rooms) await socket.close({ code })
  }

  /** Sends the end of the visit, then closes the connection. */
  async endVisit(reason: EndReason): Promise<void> {
    this.send({ type: 'ended', reason, erased: { profiles: 1, photos: 1, messages: 23 } })
    await this.close(CLOSE.visitEnded)
  }

  /** Answers as the API of an administrator, and as the monitor's socket. */
  async signIn({
    bars,
    board = { rooms: [] },
    reports = {},
    role = 'admin',
    help = [],
  }: FakeAdmin): Promise<void> {
    const user = { id: YOU.id, email: 'oi@boteco.example', role }
    await this.answer(ADMIN_API.session, aSession({ user }))
    await this.answer(ADMIN_API.passkeys, { passkeys: [], hasPassword: true })
    await this.answer(address(ADMIN_API.hours, { barId: '*' }), fourWeeks())
    await this.answer(address(ADMIN_API.personNetwork, { barId: '*', personId: '*' }), {
      people: 1,
      isOwn: false,
    })
    await this.answer(address(ADMIN_API.reports, { barId: '*' }), NO_REPORTS)
    await this.answer(`${ADMIN_API.bars}*`, { bars, total: bars.length, next: null })
    const people = board === 'away' ? {} : toPeople(board)
    const answered = (socket: WebSocketRoute, first: unknown) => {
      socket.onMessage((frame) => {
        if (frame === PING) socket.send(PONG)
        else this.shownCalls.push(JSON.parse(String(frame)))
      })
      if (board === 'away') return void socket.close({ code: UNEXPECTED })
      socket.send(JSON.stringify(first))
    }
    await this.page.routeWebSocket(/\/monitor\/socket$/, (socket) => {
      this.#monitors.push(socket)
      answered(socket, { ...aSnapshot(countsOf(people)), reports })
    })
    for (const { id } of bars) this.#board = withPeople(this.#board, id, people[id] ?? [])
    await this.page.routeWebSocket(SECTION_SOCKET, (socket) => {
      const [, barId = '', query] = SECTION_SOCKET.exec(socket.url()) ?? []
      const section = { socket, number: 1, isFolded: query !== undefined }
      this.#sections.set(barId, section)
      socket.onClose(() => {
        if (this.#sections.get(barId) === section) this.#sections.delete(barId)
      })
      const calls = barId === bars[0]?.id ? help : []
      answered(socket, inSection(1, this.#firstOf(barId, calls, section)))
    })
    if (board === 'away') await this.refuse(`${ADMIN_API.monitor}*`, 'internal')
    else await this.answer(`${ADMIN_API.monitor}*`, aBoard(people))
  }

  /** Breaks the connection of a board. */
  async disconnectBoard(): Promise<void> {
    await this.refuse(`${ADMIN_API.monitor}*`, 'internal')
    const every = /\/(?:monitor\/socket|board)(?:\?|$)/
    await this.page.routeWebSocket(every, (socket) => void socket.close({ code: UNEXPECTED }))
    const sections = [...this.#sections.values()].map(({ socket }) => socket)
    for (const socket of [...this.#monitors, ...sections]) await socket.close({ code: UNEXPECTED })
  }

  get openSections(): number {
    return this.#sections.size
  }

  /** Sends the arrival of people in a bar whose section is open. */
  sendEntered(barId: string, ...names: string[]): void {
    const people = names.map((name) => aMonitoredPerson(name, { name }))
    this.tellSection(barId, changes({ people, entered: names }))
  }

  /** How many sections are open now. */
  get sections(): number {
    return this.#sections.size
  }

  hasSection(barId: string): boolean {
    return this.#sections.has(barId)
  }

  async closeSection(barId: string, code: number): Promise<void> {
    await this.#sections.get(barId)?.socket.close({ code })
  }

  /** How many of the monitor's sockets were opened. */
  get monitors(): number {
    return this.#monitors.length
  }

  tellMonitor(frame: MonitorChanges): void {
    for (const socket of this.#monitors) socket.send(JSON.stringify(frame))
  }

  /** Sends a frame of a bar's section, if it is open. */
  tellSection(barId: string, frame: BoardFrame): void {
    const section = this.#sections.get(barId)
    if (!section) return
    section.number += 1
    if (frame.type === 'changes') this.#board = withChanges(this.#board, barId, frame)
    const told = frame.type === 'changes' && section.isFolded ? this.#countsOf(barId, frame) : frame
    section.socket.send(JSON.stringify(inSection(section.number, told)))
  }

  #firstOf(barId: string, help: BoardHelp[], { isFolded }: FakeSection): BoardFrame {
    const people = [...(this.#board.rooms.get(barId)?.people?.values() ?? [])]
    return isFolded
      ? { type: 'summary', ...this.#numbersOf(barId), help }
      : { type: 'people', people, help }
  }

  #countsOf(barId: string, changed: BoardChanges): BoardFrame {
    const moves = withMoves(new Map(), arrivalsIn(barId, changed), Date.now())
    return { type: 'counts', ...this.#numbersOf(barId), lastMove: moves.get(barId) }
  }

  #numbersOf(barId: string): BoardNumbers {
    const room = this.#board.rooms.get(barId)
    const { online = 0, total = 0, isUnattended } = room ?? {}
    return { online, total, isUnattended, lastMove: lastMoveOf(barId, new Map(), room) }
  }

  async store(
    items: Record<string, string>,
    where: 'session' | 'local' = 'session',
  ): Promise<void> {
    await this.before(
      ([kept, place]) => {
        const storage = place === 'session' ? sessionStorage : localStorage
        for (const [key, value] of Object.entries(kept)) storage.setItem(key, value)
      },
      [items, where] as const,
    )
  }

  /** A JPEG photo for a file chooser. */
  async makePhoto(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
    const page = await this.page.context().newPage()
    await page.setContent(`<body style="margin:0">${toPortrait(4)}`)
    const buffer = await page.locator('svg').screenshot({ type: 'jpeg' })
    await page.close()
    return { name: 'foto.jpg', mimeType: 'image/jpeg', buffer }
  }

  /** Clears the page's timers, so that the current screen stays. */
  async stopTimers(): Promise<void> {
    await this.page.evaluate(() => {
      // Ids of timers count up; the fake clock's begin at a very large number. A page has made some forty.
      const TIMERS_MAX = 1_000
      const newest = Number(setTimeout(() => undefined))
      for (let ago = 0; ago < TIMERS_MAX; ago += 1) {
        try {
          clearTimeout(newest - ago)
        } catch {
          // The fake clock throws for the id of an animation frame, which may run.
        }
      }
    })
  }
}

function send(socket: WebSocketRoute, message: ServerMessage): void {
  socket.send(JSON.stringify(message))
}

function sendHistory(
  socket: WebSocketRoute,
  { history = [], hasEarlier = false, earlier }: FakeRoom,
  { personId, before, after }: HistoryQuestion,
): void {
  if (history === 'loading') return
  const asked = {
    personId,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  }
  if (typeof history === 'string')
    send(socket, { type: 'refused', id: null, reason: history, asked })
  else if (before !== undefined && earlier)
    send(socket, { type: 'history', ...asked, messages: [...earlier], hasMore: false })
  else send(socket, { type: 'history', ...asked, messages: [...history], hasMore: hasEarlier })
}

function sendFound(
  socket: WebSocketRoute,
  further: readonly PublicPerson[],
  personId: string,
): void {
  const people = further.filter(({ id }) => id === personId)
  send(socket, { type: 'found', asked: personId, people })
}

function toSnapshot(room: FakeRoom) {
  const { people, further = [], unread = {}, answered = [], lastLines = {}, newcomers = [] } = room
  const last = people.at(-1)
  return aRoomSnapshot({
    epoch: EPOCH,
    number: 1,
    you: YOU,
    people: [...people, YOU],
    conversations: Object.entries(unread).map(([personId, count]) => ({
      personId,
      unread: count,
      ...(answered.includes(personId) && { answered: true as const }),
    })),
    lastLines: Object.keys(unread).map(
      (id) => lastLines[id] ?? { text: 'Oi!', isOwn: false, at: NOW },
    ),
    newcomers: newcomers.map((personId, index) => ({ personId, ageMs: (index + 1) * 30_000 })),
    next: further.length > 0 && last ? { online: last.online, id: last.id } : null,
    total: people.length + further.length + 1,
    online: [...people, ...further].filter(({ online }) => online).length + 1,
  })
}

const toJson = (body: unknown, status = 200): Given => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(body),
})

const toDrawing = (body: string): Given => ({ contentType: 'image/svg+xml', body })

/** An answer of the API that refuses. */
export function toRefusal(code: ErrorCode, retryAfterSeconds?: number): Given {
  const error = { code, message: code, ...(retryAfterSeconds && { retryAfterSeconds }) }
  return toJson({ error }, ERROR_STATUS[code])
}

function drawMedia({ url: { pathname } }: Asked): Given {
  const seed = Number(/(\d+)(?:\.thumbnail)?\.\w+$/.exec(pathname)?.[1] ?? 0)
  return toDrawing(pathname.includes('/profiles/') ? toPortrait(seed) : toInterior(seed))
}

function toPeople({ rooms }: Pick<MonitorBoard, 'rooms'>): Parameters<typeof countsOf>[0] {
  return Object.fromEntries(rooms.map(({ barId, people }) => [barId, people]))
}
