import { address } from '#contract/address.ts'
import type { BucketSize } from '#contract/bucket.ts'
import type { Entered } from '#contract/entered.ts'
import type { Message } from '#contract/message.ts'
import { API } from '#contract/paths.ts'
import type { EnterRequest } from '#contract/profile-form.ts'
import type {
  ClientMessage,
  HistoryQuestion,
  Refusal,
  ResumePoint,
  ServerMessage,
} from '#contract/protocol.ts'
import { CLOSE, isFinalClose, reasonOf, SUBPROTOCOL } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { toUpgradeQuery } from '#contract/upgrade-query.ts'
import { WAIT_HANGS_AFTER_MS } from '#test/hang-limits.ts'
import { BackOff } from '#web/socket/back-off.ts'
import { Outbox } from '#web/socket/outbox.ts'
import type { RoomState } from '#web/socket/room-state.ts'
import { INITIAL_ROOM_STATE, reduceRoom } from '#web/socket/room-state.ts'
import type { SendRequest } from './api.ts'
import { enterBar, PersonApi } from './api.ts'
import type { RoomSocketOptions, Transport, TransportEvents } from './room-socket.ts'
import { RoomSocket } from './room-socket.ts'

const ABNORMAL = 1006

/** How a client of some runtime reaches the server. */
export interface Network {
  send: SendRequest
  /** Rejects if the upgrade is not granted. */
  open: (
    upgrade: { path: string; protocols: readonly string[]; withinMs?: number },
    events: TransportEvents,
  ) => Promise<Transport>
}

export interface Visit {
  barId: string
  secret: string
  resume?: ResumePoint | null
  /** The partner of a chat that the page opens with. */
  chat?: string | null
}

/** Opens one connection of a visit. */
export function openRoom(
  network: Network,
  { barId, secret, resume = null, chat = null }: Visit,
  options: RoomSocketOptions = {},
): Promise<RoomSocket> {
  const path = address(API.socket, { barId }) + toUpgradeQuery(resume, chat)
  const protocols = [SUBPROTOCOL, secret]
  const within = options.answerWithinMs === undefined ? {} : { withinMs: options.answerWithinMs }
  return RoomSocket.open((events) => network.open({ path, protocols, ...within }, events), options)
}

export interface PersonOptions {
  network: Network
  barId: string
  entered: Entered
  /** The room's rate limit of messages, if it was raised. */
  pace?: BucketSize
  /** The back-off's random source. */
  random?: () => number
  /** How many times shorter than a real page's the waits between two connections are. */
  hurry?: number
  pingEveryMs?: number
  answerWithinMs?: number
  /** Loads every page of people, as if they scrolled to the end. On by default. */
  scrolls?: boolean
  /** Keeps every frame in `socket`. Off by default. */
  records?: boolean
  /** The partner of a chat whose newest page the room sends with the first frame. */
  chat?: string
}

type HistoryPage = Extract<ServerMessage, { type: 'history' }>

interface Asked extends PromiseWithResolvers<HistoryPage> {
  question: HistoryQuestion
}

/**
 * A page of one person, without a browser: the product's own outbox, back-off and reducer on any
 * network. Keeps a connection from `start` to `stop`, `close` or the end of the visit. Loads every
 * conversation when it connects.
 */
export class Person {
  readonly id: string
  readonly barId: string
  readonly entered: Entered
  readonly api: PersonApi
  readonly outbox: Outbox
  /** Connections that began with a snapshot or were resumed. */
  openings = 0
  state: RoomState = INITIAL_ROOM_STATE
  readonly #options: PersonOptions
  readonly #backOff: BackOff
  readonly #messages = new Map<string, Map<number, Message>>()
  #run = { isOver: true }
  #socket: RoomSocket | null = null
  #sockets = 0
  #loading = 0
  /** Questions without an answer. */
  #asked: Asked[] = []

  constructor(options: PersonOptions) {
    const { network, barId, entered, pace, random = Math.random, hurry = 1 } = options
    this.#options = options
    this.id = entered.person.id
    this.barId = barId
    this.entered = entered
    this.api = new PersonApi(network.send, barId, entered.secret)
    this.#backOff = new BackOff(() => random() / hurry)
    const ends = {
      send: (message: ClientMessage) => this.send(message),
      onChange: () => {},
      onSilence: () => this.lose(),
    }
    this.outbox = new Outbox([], ends, pace)
  }

  static async enter(
    network: Network,
    barId: string,
    profile: Partial<EnterRequest> = {},
    options: Partial<PersonOptions> = {},
  ): Promise<Person> {
    const entered = await enterBar(network.send, barId, profile)
    return new Person({ ...options, network, barId, entered })
  }

  get isConnected(): boolean {
    return this.state.connection === 'live'
  }

  /** Whether the visit is over, for any reason. */
  get hasEnded(): boolean {
    return this.state.ended !== null || this.state.connection === 'closed'
  }

  /** Connected, with nothing left to load. */
  get isSettled(): boolean {
    const isScrolled = this.#options.scrolls === false || this.state.next === null
    return this.isConnected && this.#loading === 0 && isScrolled
  }

  get people(): RoomState['people'] {
    return this.state.people
  }

  /** The last connection. */
  get socket(): RoomSocket {
    if (!this.#socket) throw new Error('There was no connection yet.')
    return this.#socket
  }

  /** Keeps a connection. */
  start(): this {
    if (!this.#run.isOver || this.hasEnded) return this
    this.#run = { isOver: false }
    void this.#keepConnected(this.#run)
    return this
  }

  /** Keeps a connection and waits for the first. */
  async connect(): Promise<this> {
    this.start()
    await this.#until(() => this.isConnected)
    return this
  }

  /** Leaves the bar and waits for the end of the visit. */
  async leave(): Promise<void> {
    await this.api.leave()
    await this.#until(() => this.hasEnded)
  }

  /** Disappears without a goodbye, as when a battery dies. */
  stop(): void {
    this.#endRun()
    this.lose()
  }

  /** The page is closed. */
  close(): void {
    this.#endRun()
    this.#socket?.close(CLOSE.pageClosed)
  }

  /** The connection breaks. */
  lose(): void {
    this.#socket?.reset()
  }

  /** Reconnects as a page does when the browser is online again. */
  comeBack(): void {
    this.lose()
    this.#backOff.skip()
  }

  /** Returns the message's id. */
  say(to: string, text: string, id: string = crypto.randomUUID()): string {
    this.outbox.add({ id, to, text, writtenAt: Date.now(), refusal: null })
    return id
  }

  /** Has read everything that a partner wrote. */
  read(partner: string): void {
    const through = this.messagesWith(partner).at(-1)?.number ?? 0
    if (this.send({ type: 'read', personId: partner, through }))
      this.state = reduceRoom(this.state, { type: 'seen', personId: partner })
  }

  /** The phone is locked. */
  hide(): void {
    this.send({ type: 'hidden' })
  }

  /** False without a connection. */
  send(message: ClientMessage): boolean {
    return this.isConnected && this.socket.send(message)
  }

  /** A conversation as the room has it now, after a message's number. Rejects without a connection. */
  async readConversation(partner: string, after = 0): Promise<Message[]> {
    const messages: Message[] = []
    for (;;) {
      const last = messages.at(-1)?.number ?? after
      const page = await this.#ask({ personId: partner, after: last })
      messages.push(...page.messages)
      if (!page.hasMore) return messages
    }
  }

  get partners(): string[] {
    return [...this.#messages.keys()]
  }

  /** The page's messages of a conversation, ordered by number, gaps included. */
  messagesWith(partner: string): Message[] {
    const messages = this.#messages.get(partner)?.values() ?? []
    return [...messages].sort((one, other) => one.number - other.number)
  }

  /** Called before a message is acted on; it is not if the connection is lost here. */
  protected onMessage(_message: ServerMessage, _socket: number): void {}

  /** Called for each message of a loaded conversation. */
  protected onLoaded(_message: Message): void {}

  protected onClosed(_code: number, _socket: number): void {}

  async #until(holds: () => boolean): Promise<void> {
    for (const late = Date.now() + WAIT_HANGS_AFTER_MS; !holds(); ) {
      if (Date.now() > late) throw new Error(`Not within ${WAIT_HANGS_AFTER_MS} ms: ${holds}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  #endRun(): void {
    this.#run.isOver = true
    this.#backOff.skip()
  }

  async #keepConnected(run: { isOver: boolean }): Promise<void> {
    for (;;) {
      await this.#backOff.wait()
      if (run.isOver) return
      const code = await this.#connectOnce(run)
      if (run.isOver) return
      this.#backOff.disconnected(code)
      if (isFinalClose(code)) return
    }
  }

  /** Resolves with the code with which the connection ended. */
  async #connectOnce(run: { isOver: boolean }): Promise<number> {
    const { network, pingEveryMs = TIMINGS.pingEveryMs, records = false } = this.#options
    const { answerWithinMs = TIMINGS.pongWithinMs } = this.#options
    this.#sockets += 1
    const number = this.#sockets
    const over = Promise.withResolvers<number>()
    const { epoch, number: last } = this.state
    const resume = epoch === null ? null : { epoch, number: last }
    const { chat = null } = this.#options
    const visit = { barId: this.barId, secret: this.entered.secret, resume, chat }
    const opening = openRoom(network, visit, {
      records,
      pingEveryMs,
      answerWithinMs,
      onMessage: (message) => this.#receive(message, number),
      onClose: over.resolve,
    })
    const socket = await opening.catch(() => null)
    if (!socket) return ABNORMAL
    this.#socket = socket
    if (run.isOver) socket.reset()
    this.#backOff.connected()
    const code = await over.promise
    if (this.#socket === socket) this.#disconnected(code)
    this.onClosed(code, number)
    return code
  }

  #disconnected(code: number): void {
    this.outbox.disconnected()
    for (const { reject } of this.#asked.splice(0)) reject(new Error('The connection is lost.'))
    this.state = reduceRoom(this.state, { type: 'disconnected', code })
  }

  #receive(message: ServerMessage, number: number): void {
    if (number !== this.#sockets) return
    this.onMessage(message, number)
    if (this.socket.closed) return
    this.state = reduceRoom(this.state, { type: 'received', message, at: Date.now() })
    switch (message.type) {
      case 'snapshot':
      case 'resumed':
        this.openings += 1
        // The page does so too: a message that takes a full room down must not take the answer with it.
        for (const { personId } of message.conversations) void this.#load(personId)
        this.outbox.connected()
        break
      case 'stored':
        this.#keep(message.message)
        this.outbox.stored(message.message)
        break
      case 'message':
        this.#keep(message.message)
        break
      case 'history':
        this.#takeHistory(message)
        break
      case 'refused':
        if (message.asked) {
          this.#refused(message.asked, reasonOf(message))
          break
        }
        // No person is here to press "retry", so the message is discarded.
        if (message.id !== null && this.outbox.refused(message.id, reasonOf(message)))
          this.outbox.discard(message.id)
        if (message.id === null) setTimeout(() => this.#scroll(), TIMINGS.peopleAskedAgainMs)
        break
      default:
        break
    }
    // A question that an earlier connection took with it is asked again.
    const isFree = ['snapshot', 'resumed', 'page'].includes(message.type)
    if (isFree) this.#scroll()
  }

  #ask(question: HistoryQuestion): Promise<HistoryPage> {
    const asked = { question, ...Promise.withResolvers<HistoryPage>() }
    this.#asked.push(asked)
    if (!this.send({ type: 'history', ...question })) {
      this.#takeAsked(question)?.reject(new Error('There is no connection.'))
    }
    return asked.promise
  }

  /** The upgrade asks without a question of this client's. */
  #takeHistory(page: HistoryPage): void {
    const asked = this.#takeAsked(page)
    if (asked) return asked.resolve(page)
    for (const message of page.messages) this.#keep(message)
  }

  #takeAsked({ personId, after }: HistoryQuestion): Asked | undefined {
    const at = this.#asked.findIndex(
      ({ question }) => question.personId === personId && question.after === after,
    )
    return at < 0 ? undefined : this.#asked.splice(at, 1)[0]
  }

  #refused(question: HistoryQuestion, reason: Refusal): void {
    if (reason !== 'rate_limited') return this.#takeAsked(question)?.reject(new Error(reason))
    setTimeout(() => this.send({ type: 'history', ...question }), TIMINGS.peopleAskedAgainMs)
  }

  #scroll(): void {
    if (this.state.next && this.#options.scrolls !== false)
      this.send({ type: 'page', after: this.state.next })
  }

  #keep(message: Message): void {
    const partner = message.from === this.id ? message.to : message.from
    const held = this.#messages.get(partner) ?? new Map<number, Message>()
    this.#messages.set(partner, held.set(message.number, message))
  }

  /** Loads what follows the last message before a gap. */
  async #load(partner: string): Promise<void> {
    const { openings } = this
    const held = this.#messages.get(partner)
    let after = 0
    while (held?.has(after + 1)) after += 1
    this.#loading += 1
    try {
      for (const message of await this.readConversation(partner, after)) {
        this.onLoaded(message)
        this.#keep(message)
      }
    } catch {
      // The next connection loads again.
      if (this.openings === openings) this.lose()
    } finally {
      this.#loading -= 1
    }
  }
}
