import { address } from '#contract/address.ts'
import type { BucketSize } from '#contract/bucket.ts'
import type { Entered } from '#contract/entered.ts'
import type { Message } from '#contract/message.ts'
import { API } from '#contract/paths.ts'
import type { EnterRequest } from '#contract/profile-form.ts'
import type {
  ClientMessage,
  HistoryQuestion,
  ResumePoint,
  ServerMessage,
} from '#contract/protocol.ts'
import { SUBPROTOCOL } from '#contract/protocol.ts'
import { reasonOf } from '#contract/refusals.ts'
import { TIMINGS } from '#contract/timings.ts'
import { toUpgradeQuery } from '#contract/upgrade-query.ts'
import { WAIT_HANGS_AFTER_MS } from '#test/hang-limits.ts'
import { UNLOADED } from '#web/socket/conversation.ts'
import type { PageEvent } from '#web/socket/reconnecting-socket.ts'
import { RoomClient } from '#web/socket/room-client.ts'
import type { RoomState } from '#web/socket/room-state.ts'
import type { SendRequest } from './api.ts'
import { enterBar, PersonApi } from './api.ts'
import type { SocketEvents } from './network-web-socket.ts'
import { NetworkWebSocket } from './network-web-socket.ts'
import type { RoomSocketOptions, Transport, TransportEvents } from './room-socket.ts'
import { RoomSocket } from './room-socket.ts'

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
  return RoomSocket.open((events) => network.open({ path, protocols }, events), options)
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
  pongWithinMs?: number
  /** Loads every page of people, as if they scrolled to the end. On by default. */
  scrolls?: boolean
  /** Keeps every frame in `socket`. Off by default. */
  records?: boolean
  /** The partner of a chat whose newest page the room sends with the first frame. */
  chat?: string
}

type HistoryAnswer = Extract<ServerMessage, { type: 'history' | 'refused' }>

interface Asked extends PromiseWithResolvers<HistoryAnswer> {
  question: HistoryQuestion
}

/**
 * A person at a page without a screen: the product's own client on any network. They scroll through
 * the people, open each of their conversations and read it from its beginning. They discard a message
 * that the room refuses.
 */
export class Person {
  readonly id: string
  readonly barId: string
  readonly entered: Entered
  readonly api: PersonApi
  /** Connections that began with a snapshot or were resumed. */
  openings = 0
  readonly #options: PersonOptions
  readonly #client: RoomClient
  readonly #pageListeners = new Set<(event: PageEvent) => void>()
  /** Partners whose conversation is open. */
  readonly #opened = new Set<string>()
  /** Those of whose messages a part is being loaded. */
  readonly #reading = new Set<string>()
  #isHidden = false
  #socket: RoomSocket | null = null
  #sockets = 0
  /** Questions for messages that this connection has not answered. */
  #questions = 0
  /** Those of them that `readConversation` asks. */
  #asked: Asked[] = []

  constructor(options: PersonOptions) {
    const { barId, entered, random = Math.random, hurry = 1, chat = null } = options
    this.#options = options
    this.id = entered.person.id
    this.barId = barId
    this.entered = entered
    this.api = new PersonApi(options.network.send, barId, entered.secret)
    const open = (path: string, protocols: string[], events: SocketEvents) =>
      this.#open(path, protocols, events)
    const sends = (frame: string) => this.#noteQuestion(frame)
    this.#client = new RoomClient({
      ...options,
      url: address(API.socket, { barId }),
      secret: entered.secret,
      firstChat: chat,
      kept: [],
      keep: () => {},
      random: () => random() / hurry,
      page: {
        isHidden: () => this.#isHidden,
        watch: (listener) => {
          this.#pageListeners.add(listener)
          return () => this.#pageListeners.delete(listener)
        },
      },
      WebSocket: class extends NetworkWebSocket {
        constructor(path: string, protocols: string[]) {
          super((events) => open(path, protocols, events))
        }

        override send(frame: string): void {
          sends(frame)
          super.send(frame)
        }
      },
    })
    this.#client.store.subscribe(() => this.#attend())
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

  get state(): RoomState {
    return this.#client.store.read()
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
    const isRead = [...this.#opened].every((partner) => {
      const conversation = this.state.conversations.get(partner)
      return !conversation || (conversation.load === 'loaded' && !conversation.hasEarlier)
    })
    return this.isConnected && isScrolled && isRead && this.#questions === 0
  }

  get people(): RoomState['people'] {
    return this.state.people
  }

  /** Messages that the room has not answered. */
  get unsent() {
    return [...this.state.unsent.values()].flat()
  }

  /** The last connection. */
  get socket(): RoomSocket {
    if (!this.#socket) throw new Error('There was no connection yet.')
    return this.#socket
  }

  /** Opens the page, or comes back to it. */
  start(): this {
    this.#isHidden = false
    if (!this.hasEnded) this.#client.start()
    return this
  }

  /** Opens the page and waits for the first frame. */
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
    this.lose()
    this.#client.stop()
  }

  /** The page is closed. */
  close(): void {
    this.#tell('closing')
    this.#client.stop()
  }

  /** The connection breaks. */
  lose(): void {
    this.#socket?.reset()
  }

  /** The browser is online again. */
  comeBack(): void {
    this.lose()
    this.#tell('online')
  }

  /** The phone is locked. */
  hide(): void {
    this.#isHidden = true
    this.#tell('hidden')
  }

  /** Returns the message's id. */
  say(to: string, text: string): string {
    this.#openChat(to)
    this.#client.say(to, text)
    const id = this.state.unsent.get(to)?.at(-1)?.id
    if (id === undefined) throw new Error('The outbox did not take the message.')
    return id
  }

  /** Has read everything that a partner wrote. */
  read(partner: string): void {
    this.#client.read(partner, this.messagesWith(partner).at(-1)?.number ?? 0)
    this.#client.doneReading(partner)
  }

  /** A frame that no page sends here. False without a connection. */
  send(message: ClientMessage): boolean {
    return this.isConnected && this.socket.send(message)
  }

  /** A conversation as the room has it now. Rejects with a refusal's reason, or without a connection. */
  async readConversation(partner: string): Promise<Message[]> {
    const messages: Message[] = []
    for (;;) {
      const page = await this.#ask({ personId: partner, after: messages.at(-1)?.number ?? 0 })
      if (page.type === 'refused') throw new Error(reasonOf(page))
      messages.push(...page.messages)
      if (!page.hasMore) return messages
    }
  }

  /** Lists the partners whose messages this page has. */
  get partners(): string[] {
    const { conversations } = this.state
    return [...conversations.keys()].filter((partner) => this.messagesWith(partner).length > 0)
  }

  /** The page's messages of a conversation, ordered by number, gaps included. */
  messagesWith(partner: string): readonly Message[] {
    return this.state.conversations.get(partner)?.messages ?? []
  }

  /** Called before the page hears a message. The whole frame is lost if the connection is lost here. */
  protected onMessage(_message: ServerMessage, _socket: number): void {}

  protected onClosed(_code: number, _socket: number): void {}

  async #until(holds: () => boolean): Promise<void> {
    for (const late = Date.now() + WAIT_HANGS_AFTER_MS; !holds(); ) {
      if (Date.now() > late) throw new Error(`Not within ${WAIT_HANGS_AFTER_MS} ms: ${holds}`)
      await sleep(10)
    }
  }

  #tell(event: PageEvent): void {
    for (const listener of this.#pageListeners) listener(event)
  }

  async #open(path: string, protocols: string[], events: SocketEvents): Promise<RoomSocket> {
    const {
      network,
      records = false,
      pongWithinMs: withinMs = TIMINGS.pongWithinMs,
    } = this.#options
    this.#sockets += 1
    const number = this.#sockets
    this.#forgetQuestions()
    const asksByUpgrade = this.state.epoch === null && this.#options.chat !== undefined
    if (asksByUpgrade) this.#questions = 1
    const socket = await RoomSocket.open(
      (transport) => network.open({ path, protocols, withinMs }, transport),
      {
        records,
        // The page does.
        confirms: false,
        onMessage: (message) => this.#hear(message, number),
        onFrame: events.onFrame,
        onClose: (code) => {
          if (number === this.#sockets) this.#forgetQuestions()
          events.onClose(code)
          this.onClosed(code, number)
        },
      },
    )
    this.#socket = socket
    return socket
  }

  #hear(message: ServerMessage, number: number): void {
    if (number !== this.#sockets) return
    this.onMessage(message, number)
    if (this.socket.closed) return
    if (message.type === 'history') this.#answer(message, message)
    if (message.type === 'refused' && message.asked) this.#answer(message.asked, message)
    if ('you' in message) this.openings += 1
  }

  #ask(question: HistoryQuestion): Promise<HistoryAnswer> {
    const asked = { question, ...Promise.withResolvers<HistoryAnswer>() }
    this.#asked.push(asked)
    this.#questions += 1
    if (!this.send({ type: 'history', ...question })) this.#forgetQuestions()
    return asked.promise
  }

  #answer({ personId, after }: HistoryQuestion, answer: HistoryAnswer): void {
    this.#questions -= 1
    const isIt = ({ question }: Asked) => question.personId === personId && question.after === after
    const at = this.#asked.findIndex(isIt)
    if (at >= 0) this.#asked.splice(at, 1)[0]?.resolve(answer)
  }

  #forgetQuestions(): void {
    this.#questions = 0
    for (const { reject } of this.#asked.splice(0)) reject(new Error('There is no connection.'))
  }

  #noteQuestion(frame: string): void {
    if (frame.startsWith('{"type":"history"')) this.#questions += 1
  }

  /** Does what a press on the page does. */
  #attend(): void {
    if (!this.isConnected) return
    if (this.#options.scrolls !== false) this.#client.people.loadMore()
    for (const { id, refusal } of this.unsent) if (refusal !== null) this.#client.discard(id)
    for (const partner of this.state.unread.keys()) this.#openChat(partner)
    for (const partner of this.#opened) {
      const { load, hasEarlier } = this.state.conversations.get(partner) ?? UNLOADED
      const isMissing = load === 'failed' || hasEarlier
      if (isMissing && !this.#reading.has(partner)) void this.#readOn(partner)
    }
  }

  #openChat(partner: string): void {
    if (this.#opened.has(partner)) return
    this.#opened.add(partner)
    this.#client.history.open(partner)
  }

  /** Loads a page of a conversation. After a refusal, waits a moment and asks again. */
  async #readOn(partner: string): Promise<void> {
    const { history } = this.#client
    this.#reading.add(partner)
    const isFailed = this.state.conversations.get(partner)?.load === 'failed'
    const known = this.messagesWith(partner).length
    if (!isFailed) await history.loadEarlier(partner)
    if (this.messagesWith(partner).length === known) await sleep(TIMINGS.peopleAskedAgainMs)
    if (isFailed) history.retry(partner)
    this.#reading.delete(partner)
    this.#attend()
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
