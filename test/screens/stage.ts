import type { Page, Route, WebSocketRoute } from '@playwright/test'
import type { AdminBar } from '#contract/admin-bar.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { ERROR_STATUS } from '#contract/errors.ts'
import type { Message } from '#contract/message.ts'
import type { MonitorBoard, MonitorChanges } from '#contract/monitor.ts'
import type { PublicPerson } from '#contract/person.ts'
import type { EndReason, LastLine, Refusal, ServerMessage } from '#contract/protocol.ts'
import { CLOSE, PING, PONG } from '#contract/protocol.ts'
import { VISIT_SECRET_KEY } from '#contract/stored-keys.ts'
import { NOW, YOU } from './cast.ts'
import { toInterior, toPortrait } from './portrait.ts'

/** A bar's live connection. */
export const ROOM_SOCKET = /\/api\/bars\/\w+\/socket(?:\?|$)/

/** An end that no side meant. */
const WENT_AWAY = 1011

interface RefusalOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH'
  retryAfterSeconds?: number
}

export interface StageBar {
  id: string
  name: string
}

type Snapshot = Extract<ServerMessage, { type: 'snapshot' }>

export interface RoomScene {
  people: readonly PublicPerson[]
  /** Unread messages by person; whoever stands here has a conversation. */
  unread?: Record<string, number>
  /** How their conversations end. */
  lastLines?: Record<string, LastLine>
  /** Ids of those who came of late, the newest first. */
  newcomers?: readonly string[]
  history?: readonly Message[] | 'loading' | ErrorCode
  hasEarlier?: boolean
  /** What the room says of each message that is said. */
  refuses?: Refusal
  /** False: the room never says anything, as while a connection is being made. */
  answers?: boolean
  /** What goes into the page's storage beside the visit itself. */
  stored?: Record<string, string>
}

export interface AdminScene {
  bars: AdminBar[]
  board?: Omit<MonitorBoard, 'epoch' | 'number' | 'barListVersion'> | 'away'
}

/**
 * One page of the real app, served by the real Worker, with the API and the socket played by us:
 * whatever state there is can be had without waiting for it.
 */
export class Stage {
  readonly page: Page
  readonly origin: string
  readonly bar: StageBar
  #sockets: WebSocketRoute[] = []
  #boards: WebSocketRoute[] = []

  constructor(page: Page, origin: string, bar: StageBar) {
    this.page = page
    this.origin = origin
    this.bar = bar
  }

  async prepare(): Promise<void> {
    await this.page.clock.setFixedTime(NOW)
    await this.page.route('**/media/**', drawMedia)
  }

  open(path: string): Promise<unknown> {
    return this.page.goto(this.origin + path)
  }

  /** What is refused is every call, or those of one method alone. */
  async refuse(path: string, code: ErrorCode, options: RefusalOptions = {}): Promise<void> {
    const { method, retryAfterSeconds } = options
    await this.page.route(`**${path}`, (route) =>
      method === undefined || route.request().method() === method
        ? answerRefusal(route, code, retryAfterSeconds)
        : route.fallback(),
    )
  }

  /** What never arrives, as on a Wi-Fi that is gone. */
  async lose(path: string): Promise<void> {
    await this.page.route(`**${path}`, (route) => route.abort())
  }

  /** No answer, ever: a state of loading. */
  async silence(path: string): Promise<void> {
    await this.page.route(`**${path}`, () => undefined)
  }

  async answer(path: string, body: unknown): Promise<void> {
    await this.page.route(`**${path}`, (route) => route.fulfill({ json: body }))
  }

  /** Puts a visit into the session and plays its room. */
  async sitDown(scene: RoomScene): Promise<void> {
    const { id: barId, name: barName } = this.bar
    await this.store({
      [VISIT_SECRET_KEY]: JSON.stringify({ barId, barName, secret: 'c2VjcmV0' }),
      currentBar: JSON.stringify({ barId, barName, tableNumber: YOU.table }),
      userId: YOU.id,
      userProfile: JSON.stringify({ name: YOU.name, phone: null, photo: null, interest: 'all' }),
      ...scene.stored,
    })
    await this.page.routeWebSocket(ROOM_SOCKET, (socket) => {
      this.#sockets.push(socket)
      socket.onMessage((frame) => {
        if (frame === PING) return socket.send(PONG)
        const said = JSON.parse(String(frame))
        if (said.type !== 'say' || !scene.refuses) return
        this.#say(socket, { type: 'refused', id: said.id, reason: scene.refuses })
      })
      if (scene.answers !== false) this.#say(socket, toSnapshot(scene))
    })
    const { history = [] } = scene
    await this.page.route('**/conversations/**', async (route) => {
      if (history === 'loading') return
      if (typeof history === 'string') return answerRefusal(route, history)
      await route.fulfill({ json: { messages: history, hasEarlier: scene.hasEarlier ?? false } })
    })
  }

  /** The room goes on. */
  tell(message: ServerMessage): void {
    for (const socket of this.#sockets) this.#say(socket, message)
  }

  /** The connection is gone and does not come back: each new one is closed with this code. */
  async cut(code: number = CLOSE.overloaded): Promise<void> {
    await this.page.routeWebSocket(/\/socket(?:\?|$)/, (socket) => socket.close({ code }))
    for (const socket of this.#sockets) await socket.close({ code: WENT_AWAY })
  }

  async closeWith(code: number): Promise<void> {
    for (const socket of this.#sockets) await socket.close({ code })
  }

  /** A visit is over: what the room says last, and the close after it. */
  async endVisit(reason: EndReason): Promise<void> {
    this.tell({ type: 'ended', reason, erased: { profiles: 1, photos: 1, messages: 23 } })
    await this.closeWith(CLOSE.visitEnded)
  }

  async signIn({ bars, board = { rooms: [] } }: AdminScene): Promise<void> {
    const user = { id: YOU.id, email: 'oi@boteco.example', role: 'admin' }
    await this.answer(ADMIN_API.session, { user })
    await this.answer(`${ADMIN_API.bars}*`, { bars, total: bars.length, next: null })
    await this.page.routeWebSocket(/\/monitor\/socket$/, (socket) => {
      socket.onMessage((frame) => {
        if (frame === PING) socket.send(PONG)
      })
      if (board === 'away') return void socket.close({ code: WENT_AWAY })
      this.#boards.push(socket)
      socket.send(JSON.stringify({ type: 'snapshot', epoch: 'e', number: 1, ...board }))
    })
    if (board === 'away') await this.refuse(ADMIN_API.monitor, 'internal')
  }

  /** Somebody comes into a bar while administrators watch. */
  tellBoard(entered: MonitorChanges['entered']): void {
    const nothing = { rooms: [], changed: [], online: [], offline: [], left: [], barListVersion: 0 }
    const message = { type: 'changes', epoch: 'e', number: 2, at: NOW, ...nothing, entered }
    for (const board of this.#boards) board.send(JSON.stringify(message))
  }

  async store(
    items: Record<string, string>,
    where: 'session' | 'local' = 'session',
  ): Promise<void> {
    await this.page.addInitScript(
      ([kept, place]) => {
        const storage = place === 'session' ? sessionStorage : localStorage
        for (const [key, value] of Object.entries(kept)) storage.setItem(key, value)
      },
      [items, where] as const,
    )
  }

  /** A photo as a phone takes it, ready to be chosen as a file. */
  async takePhoto(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
    const easel = await this.page.context().newPage()
    await easel.setContent(`<body style="margin:0">${toPortrait(4)}`)
    const buffer = await easel.locator('svg').screenshot({ type: 'jpeg' })
    await easel.close()
    return { name: 'foto.jpg', mimeType: 'image/jpeg', buffer }
  }

  /** Nothing that the page has set a timer for happens any more: what is shown stays. */
  async standStill(): Promise<void> {
    await this.page.evaluate(() => {
      // They are numbered, by the played clock from a very large number on.
      const TIMERS_MAX = 10_000
      const newest = Number(setTimeout(() => undefined))
      for (let ago = 0; ago < TIMERS_MAX; ago += 1) clearTimeout(newest - ago)
    })
  }

  #say(socket: WebSocketRoute, message: ServerMessage): void {
    socket.send(JSON.stringify(message))
  }
}

function toSnapshot(scene: RoomScene): Snapshot {
  const { people, unread = {}, lastLines = {}, newcomers = [] } = scene
  return {
    type: 'snapshot',
    epoch: 'gallery',
    number: 1,
    you: YOU,
    people: [...people, YOU],
    conversations: Object.entries(unread).map(([personId, count]) => ({
      personId,
      unread: count,
    })),
    lastLines: Object.keys(unread).map(
      (id) => lastLines[id] ?? { text: 'Oi!', isOwn: false, at: NOW },
    ),
    newcomers: newcomers.map((personId, index) => ({ personId, ageMs: (index + 1) * 30_000 })),
    leavingEndsAt: null,
    total: people.length + 1,
    online: people.filter(({ online }) => online).length + 1,
    next: null,
  }
}

function answerRefusal(route: Route, code: ErrorCode, retryAfterSeconds?: number): Promise<void> {
  const error = { code, message: code, ...(retryAfterSeconds && { retryAfterSeconds }) }
  return route.fulfill({ status: ERROR_STATUS[code], json: { error } })
}

function drawMedia(route: Route): Promise<void> {
  const path = new URL(route.request().url()).pathname
  const seed = Number(/(\d+)\.\w+$/.exec(path)?.[1] ?? 0)
  const body = path.includes('/profiles/') ? toPortrait(seed) : toInterior(seed)
  return route.fulfill({ contentType: 'image/svg+xml', body })
}
