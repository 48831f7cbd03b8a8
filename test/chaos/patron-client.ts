import { randomUUID } from 'node:crypto'
import type { Entered } from '#contract/entered.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Message } from '#contract/message.ts'
import { toApi } from '#contract/paths.ts'
import type { PublicPerson } from '#contract/person.ts'
import type { ClientMessage, RoomEvent, ServerMessage } from '#contract/protocol.ts'
import { reasonOf } from '#contract/protocol.ts'
import { toUpgradeQuery } from '#contract/upgrade-query.ts'
import { Outbox } from '#web/socket/outbox.ts'
import type { RoomState } from '#web/socket/room-state.ts'
import { INITIAL_ROOM_STATE, reduceRoom } from '#web/socket/room-state.ts'
import type { Door } from './door.ts'
import { RAISED } from './door.ts'
import type { History } from './history.ts'
import type { Knocks, Pace } from './kept-connection.ts'
import { KeptConnection } from './kept-connection.ts'
import { OwnRequests } from './own-requests.ts'
import { ShownConversations } from './shown-conversations.ts'

export type PatronOptions = Pace &
  Knocks & {
    door: Door
    barId: string
    entered: Entered
    /** Several pages of one person have different numbers. */
    tab?: number
    history: History
    /** Whether an acknowledgement that came is lost with its connection. */
    losesAck?: () => boolean
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
  readonly requests: OwnRequests
  /** How often a connection was opened, told everything anew, or told what it had missed. */
  openings = 0
  snapshots = 0
  resumptions = 0
  /** How often the room has answered whom it looked for. */
  found = 0
  readonly #options: PatronOptions
  readonly #connection: KeptConnection
  readonly #shown: ShownConversations
  #ready = false
  #state: RoomState = INITIAL_ROOM_STATE
  #frames = 0
  #loading = 0
  /** The last connection that an acknowledgement was lost with. */
  #lost = 0

  constructor(options: PatronOptions) {
    this.#options = options
    this.id = options.entered.person.id
    this.#shown = new ShownConversations(this.id)
    this.tab = options.tab ?? 0
    const { secret } = options.entered
    this.requests = new OwnRequests(options.door, options.barId, secret)
    this.#connection = new KeptConnection({
      ...options,
      secret,
      path: () => toApi.socket(options.barId) + toQuery(this.#state),
      heard: (text, socket) => this.#hear(text, socket),
      ended: (code, socket) => this.#end(code, socket),
    })
    const ends = {
      send: (message: ClientMessage) => this.#send(message),
      onChange: () => {},
      // The pings of its connection find what is dead, in this client's own time.
      onSilence: () => {},
    }
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

  /** Which wake of the room it was told of last. */
  get epoch(): string | null {
    return this.#state.epoch
  }

  /** How many people there are, as it was told last. */
  get total(): number {
    return this.#state.total
  }

  get isConnected(): boolean {
    return this.#ready
  }

  /** Keeps a connection until `stop`. */
  start(): this {
    void this.#connection.live()
    return this
  }

  /** Gone without a word, as when a battery dies. */
  stop(): void {
    this.#connection.stop()
  }

  /** The connection breaks; the page comes back by itself. */
  lose(): void {
    this.#connection.lose()
  }

  /** What the browser's `online` event makes a page do whose connection is dead. */
  comeBack(): void {
    this.#connection.comeBack()
  }

  pause(): void {
    this.#connection.pause()
  }

  resume(): void {
    this.#connection.resume()
  }

  /** Writes to somebody; the outbox sees to it. Returns the message's id. */
  say(to: string, text: string): string {
    const id = randomUUID()
    this.#write({ kind: 'say', id, to, text })
    this.outbox.add({ id, to, text, writtenAt: Date.now(), refusal: null })
    return id
  }

  /** Says that it is hidden. What it asks after that is answered once the room has heard it: `found`. */
  hide(): void {
    this.#send({ type: 'hidden' })
    this.#send({ type: 'find', personId: this.id })
  }

  /** What this page shows of a conversation, in order. */
  view(partner: string): Message[] {
    return this.#shown.of(partner)
  }

  get partners(): string[] {
    return this.#shown.partners
  }

  /** Tells the history what this page shows in the end. */
  writeView(): void {
    for (const partner of this.partners) {
      this.#write({ kind: 'view', partner, messages: this.view(partner) })
    }
    this.#write({ kind: 'people', people: [...this.people.values()] })
  }

  #end(code: number, socket: number): void {
    this.#ready = false
    this.#frames = 0
    this.outbox.disconnected()
    this.#write({ kind: 'closed', socket, code })
  }

  #hear(text: string, socket: number): void {
    this.#frames += 1
    if (this.#frames % LIMITS.confirmEveryFrames === 0)
      this.#send({ type: 'confirm', frames: this.#frames })
    for (const message of [JSON.parse(text)].flat()) {
      // What shares a frame with a lost acknowledgement is lost with it.
      if (this.#lost !== socket) this.#heed(message, socket)
    }
  }

  #heed(message: ServerMessage, socket: number): void {
    switch (message.type) {
      case 'snapshot':
        this.snapshots += 1
        this.#learn(message, message.people)
        return this.#opened(message.conversations.map(({ personId }) => personId))
      case 'resumed':
        this.resumptions += 1
        this.#learn(message, listNamed(message.events))
        return this.#opened(message.conversations.map(({ personId }) => personId))
      case 'events':
        return this.#learn(message, listNamed(message.events))
      case 'conversations':
      case 'page':
        return this.#learn(message, message.people)
      case 'found':
        this.found += 1
        return
      case 'stored':
        if (this.#options.losesAck?.()) {
          this.#lost = socket
          return this.lose()
        }
        this.#write({ kind: 'stored', socket, message: message.message })
        this.#shown.take(message.message)
        return this.outbox.stored(message.message)
      case 'message':
        this.#write({ kind: 'heard', socket, message: message.message })
        return this.#shown.take(message.message)
      case 'refused':
        if (message.id === null) return
        this.#write({ kind: 'refused', id: message.id, reason: reasonOf(message) })
        this.outbox.refused(message.id, reasonOf(message))
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
    const { openings } = this
    try {
      const held = this.#shown.completeThrough(partner)
      for (const message of await this.requests.fetchConversation(partner, held)) {
        this.#write({ kind: 'loaded', message })
        this.#shown.take(message)
      }
    } catch {
      // The next connection loads again; as long as nothing is known, this one is of no use.
      if (this.openings === openings) this.lose()
    } finally {
      this.#loading -= 1
    }
  }

  #learn(message: ServerMessage, named: readonly PublicPerson[]): void {
    this.#state = reduceRoom(this.#state, { type: 'received', message, at: Date.now() })
    for (const { id, online } of named) this.#write({ kind: 'shown', personId: id, online })
    const { next } = this.#state
    const comesToAnEnd = message.type === 'snapshot' || message.type === 'page'
    if (next && comesToAnEnd && this.#options.scrolls !== false) {
      this.#connection.send(JSON.stringify({ type: 'page', after: next } satisfies ClientMessage))
    }
  }

  #send(message: ClientMessage): boolean {
    return this.#ready && this.#connection.send(JSON.stringify(message))
  }

  #write(event: Parameters<History['write']>[0] extends infer E ? WithoutPage<E> : never): void {
    this.#options.history.write({ by: this.id, tab: this.tab, ...event } as never)
  }
}

type WithoutPage<E> = E extends { by: string; tab: number } ? Omit<E, 'by' | 'tab'> : never

function toQuery({ epoch, number }: RoomState): string {
  return toUpgradeQuery(epoch === null ? null : { epoch, number })
}

function listNamed(events: readonly RoomEvent[]): PublicPerson[] {
  return events.flatMap((event) => ('person' in event ? [event.person] : []))
}
