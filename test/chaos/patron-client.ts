import { randomUUID } from 'node:crypto'
import { LIMITS } from '#contract/limits.ts'
import type { History as Conversation, Message } from '#contract/message.ts'
import { toApi } from '#contract/paths.ts'
import type { Entered, EnterRequest, PublicPerson } from '#contract/person.ts'
import type { ClientMessage, Fact, ServerMessage } from '#contract/protocol.ts'
import { isFinalClose, PING, PONG, SUBPROTOCOL } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { RawWebSocket } from '#test/support/raw-web-socket.ts'
import { BackOff } from '#web/socket/back-off.ts'
import { Outbox } from '#web/socket/outbox.ts'
import type { RoomState } from '#web/socket/room-state.ts'
import { INITIAL_ROOM_STATE, reduceRoom } from '#web/socket/room-state.ts'
import type { History } from './history.ts'

/** Where clients knock: a server, or a proxy before it. Null while there is nothing. */
export interface Door {
  readonly port: number | null
}

/** A limit that no test reaches. */
export const RAISED = 1_000_000

type Headers = Record<string, string>

/** One request of a page. Rejects where nothing answers. */
export async function ask(
  door: Door,
  path: string,
  options: { method?: string; body?: unknown; headers?: Headers } = {},
): Promise<Response> {
  if (door.port === null) throw new Error('Nothing serves.')
  const origin = `http://127.0.0.1:${door.port}`
  const { method = 'GET', body, headers = {} } = options
  return fetch(origin + path, {
    method,
    headers: { Origin: origin, 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  })
}

/** Makes a profile. */
export async function enter(
  door: Door,
  barId: string,
  profile: Partial<EnterRequest> & { name: string },
): Promise<Entered> {
  const body: EnterRequest = {
    id: randomUUID(),
    phone: null,
    photo: null,
    interest: 'all',
    showsInterest: true,
    table: '7',
    deviceKey: null,
    ...profile,
  }
  const answer = await ask(door, toApi.people(barId), { method: 'POST', body })
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Entered
}

export type PatronOptions = {
  door: Door
  barId: string
  entered: Entered
  /** Several pages of one person have different numbers. */
  tab?: number
  history: History
  random: () => number
  /** Of the page's own waits between two connections. 1 is the real pace. */
  hurry?: number
  /** Whether an acknowledgement that came is lost with its connection. */
  losesAck?: () => boolean
  /** Instead of the real page's heartbeat. */
  pingEveryMs?: number
  answerWithinMs?: number
  /** Loads every page of the people, as somebody does who scrolls to the end. On by default. */
  scrolls?: boolean
}

/**
 * A page without a browser: the protocol, the product's own outbox, back-off and knowledge of who is
 * here, and a view of what a person would see. Everything that it notices goes into the history.
 */
export class ChaosPatron {
  readonly id: string
  readonly tab: number
  readonly outbox: Outbox
  /** How often a connection was opened, told everything anew, or told what it had missed. */
  openings = 0
  snapshots = 0
  resumptions = 0
  lastClose: number | null = null
  readonly #options: PatronOptions
  readonly #backOff: BackOff
  readonly #conversations = new Map<string, Map<number, Message>>()
  #socket: RawWebSocket | null = null
  #sockets = 0
  #ready = false
  #stopped = false
  #state: RoomState = INITIAL_ROOM_STATE
  #frames = 0
  #loading = 0
  #answerDue: NodeJS.Timeout | undefined
  #pinging: NodeJS.Timeout | undefined

  constructor(options: PatronOptions) {
    this.#options = options
    this.id = options.entered.person.id
    this.tab = options.tab ?? 0
    const hurry = options.hurry ?? 1
    this.#backOff = new BackOff(() => options.random() / hurry)
    const ends = { send: (message: ClientMessage) => this.#send(message), changed: () => {} }
    this.outbox = new Outbox([], ends, { burst: RAISED, perSecond: RAISED })
  }

  /** Connected, told who is here, and with nothing left to load. */
  get isSettled(): boolean {
    const isScrolled = this.#options.scrolls === false || this.#state.next === null
    return this.#ready && this.#loading === 0 && isScrolled
  }

  get people(): RoomState['people'] {
    return this.#state.people
  }

  get isConnected(): boolean {
    return this.#ready
  }

  /** Keeps a connection until `stop`. */
  start(): this {
    void this.#live()
    return this
  }

  /** Gone without a word, as when a battery dies. */
  stop(): void {
    this.#stopped = true
    this.#backOff.hurry()
    this.#socket?.reset()
  }

  /** The connection breaks; the page comes back by itself. */
  lose(): void {
    this.#socket?.reset()
  }

  /** What the browser's `online` event makes a page do whose connection is dead. */
  comeBack(): void {
    this.lose()
    this.#backOff.hurry()
  }

  pause(): void {
    this.#socket?.pause()
  }

  resume(): void {
    this.#socket?.resume()
  }

  /** Writes to somebody; the outbox sees to it. Returns the message's id. */
  say(to: string, text: string): string {
    const id = randomUUID()
    this.#write({ kind: 'say', id, to, text })
    this.outbox.take({ id, to, text, writtenAt: Date.now(), refusal: null })
    return id
  }

  hide(): void {
    this.#send({ type: 'hidden' })
  }

  /** What this page shows of a conversation, in order. */
  view(partner: string): Message[] {
    return [...(this.#conversations.get(partner)?.values() ?? [])].sort(
      (one, other) => one.number - other.number,
    )
  }

  get partners(): string[] {
    return [...this.#conversations.keys()]
  }

  request(
    path: string,
    method = 'GET',
    body?: unknown,
    door = this.#options.door,
  ): Promise<Response> {
    const headers = { Authorization: `Bearer ${this.#options.entered.secret}` }
    return ask(door, path, { method, body, headers })
  }

  /** The whole conversation as the server has it now. */
  async fetchConversation(partner: string, after = 0): Promise<Message[]> {
    const messages: Message[] = []
    for (;;) {
      const last = messages.at(-1)?.number ?? after
      const path = `${toApi.conversation(this.#options.barId, partner)}?after=${last}`
      const answer = await this.request(path)
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
      const page = (await answer.json()) as Conversation
      messages.push(...page.messages)
      if (page.messages.length < LIMITS.historyPage) return messages
    }
  }

  /** Tells the history what this page shows in the end. */
  writeView(): void {
    for (const partner of this.partners) {
      this.#write({ kind: 'view', partner, messages: this.view(partner) })
    }
    this.#write({ kind: 'people', people: [...this.people.values()] })
  }

  async #live(): Promise<void> {
    while (!this.#stopped) {
      await this.#backOff.wait()
      if (this.#stopped) return
      const code = await this.#connect()
      this.#backOff.lost(code)
      if (isFinalClose(code)) return
    }
  }

  /** One connection from its start to its end; resolves with the code that it ended with. */
  async #connect(): Promise<number> {
    const { door, barId, entered, answerWithinMs } = this.#options
    if (door.port === null) return 1006
    this.#sockets += 1
    const socketNumber = this.#sockets
    let finish: (code: number) => void = () => {}
    const over = new Promise<number>((resolve) => {
      finish = resolve
    })
    let socket: RawWebSocket | null = null
    try {
      socket = await RawWebSocket.open({
        port: door.port,
        path: toApi.socket(barId) + toQuery(this.#state),
        protocols: [SUBPROTOCOL, entered.secret],
        ...(answerWithinMs === undefined ? {} : { withinMs: answerWithinMs }),
        heard: (text) => {
          if (this.#socket === socket) this.#hear(text, socketNumber)
        },
        closed: (code) => finish(code),
      })
    } catch {
      return 1006
    }
    this.#socket = socket
    this.#frames = 0
    if (this.#stopped) socket.reset()
    this.#backOff.opened()
    this.#keepAlive(socket)
    const code = await over
    this.#socket = null
    this.#ready = false
    this.lastClose = code
    clearInterval(this.#pinging)
    clearTimeout(this.#answerDue)
    this.outbox.disconnected()
    this.#write({ kind: 'closed', socket: socketNumber, code })
    return code
  }

  #keepAlive(socket: RawWebSocket): void {
    const { pingEveryMs = TIMINGS.pingEveryMs, answerWithinMs = TIMINGS.pongWithinMs } =
      this.#options
    this.#pinging = setInterval(() => {
      socket.send(PING)
      clearTimeout(this.#answerDue)
      this.#answerDue = setTimeout(() => socket.reset(), answerWithinMs)
    }, pingEveryMs)
  }

  #hear(text: string, socket: number): void {
    clearTimeout(this.#answerDue)
    if (text === PONG) return
    this.#frames += 1
    if (this.#frames % LIMITS.confirmEveryFrames === 0)
      this.#send({ type: 'confirm', frames: this.#frames })
    const message = JSON.parse(text) as ServerMessage
    switch (message.type) {
      case 'snapshot':
        this.snapshots += 1
        this.#learn(message, message.people)
        return this.#opened(message.conversations.map(({ personId }) => personId))
      case 'resumed':
        this.resumptions += 1
        this.#learn(message, listNamed(message.facts))
        return this.#opened(message.conversations.map(({ personId }) => personId))
      case 'facts':
        return this.#learn(message, listNamed(message.facts))
      case 'page':
        return this.#learn(message, message.people)
      case 'stored':
        if (this.#options.losesAck?.()) return this.lose()
        this.#write({ kind: 'stored', socket, message: message.message })
        this.#hold(message.message)
        return this.outbox.stored(message.message)
      case 'message':
        this.#write({ kind: 'heard', socket, message: message.message })
        return this.#hold(message.message)
      case 'refused':
        if (message.id === null) return
        this.#write({ kind: 'refused', id: message.id, reason: message.reason })
        this.outbox.refused(message.id, message.reason)
        return this.outbox.discard(message.id)
      default:
        return
    }
  }

  #opened(partners: readonly string[]): void {
    this.#ready = true
    this.openings += 1
    this.outbox.connected()
    for (const partner of new Set([...partners, ...this.partners])) void this.#load(partner)
  }

  /** Everything of a conversation that follows what this page has without a hole. */
  async #load(partner: string): Promise<void> {
    this.#loading += 1
    const socket = this.#socket
    try {
      const held = this.#conversations.get(partner)
      let complete = 0
      while (held?.has(complete + 1)) complete += 1
      for (const message of await this.fetchConversation(partner, complete)) {
        this.#write({ kind: 'loaded', message })
        this.#hold(message)
      }
    } catch {
      // The next connection loads again; as long as nothing is known, this one is of no use.
      socket?.reset()
    } finally {
      this.#loading -= 1
    }
  }

  #hold(message: Message): void {
    const partner = message.from === this.id ? message.to : message.from
    const held = this.#conversations.get(partner) ?? new Map<number, Message>()
    this.#conversations.set(partner, held)
    held.set(message.number, message)
  }

  #learn(message: ServerMessage, named: readonly PublicPerson[]): void {
    this.#state = reduceRoom(this.#state, { type: 'received', message })
    for (const { id, online } of named) this.#write({ kind: 'shown', personId: id, online })
    const { next } = this.#state
    const comesToAnEnd = message.type === 'snapshot' || message.type === 'page'
    if (next && comesToAnEnd && this.#options.scrolls !== false) {
      this.#socket?.send(JSON.stringify({ type: 'page', after: next } satisfies ClientMessage))
    }
  }

  #send(message: ClientMessage): boolean {
    return this.#ready && (this.#socket?.send(JSON.stringify(message)) ?? false)
  }

  #write(event: Parameters<History['write']>[0] extends infer E ? WithoutPage<E> : never): void {
    this.#options.history.write({ by: this.id, tab: this.tab, ...event } as never)
  }
}

type WithoutPage<E> = E extends { by: string; tab: number } ? Omit<E, 'by' | 'tab'> : never

function toQuery({ epoch, number }: RoomState): string {
  return epoch === null ? '' : `?epoch=${epoch}&number=${number}`
}

function listNamed(facts: readonly Fact[]): PublicPerson[] {
  return facts.flatMap((fact) => (fact.kind === 'left' ? [] : [fact.person]))
}
