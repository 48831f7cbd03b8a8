import type { BucketSize } from '#contract/bucket.ts'
import type { OwnHelp } from '#contract/help.ts'
import type { Message } from '#contract/message.ts'
import type { OwnPerson } from '#contract/person.ts'
import type { ClientMessage, RoomEvent as ServerEvent, ServerMessage } from '#contract/protocol.ts'
import { SUBPROTOCOL } from '#contract/protocol.ts'
import type { Refusal } from '#contract/refusals.ts'
import { reasonOf } from '#contract/refusals.ts'
import { TIMINGS } from '#contract/timings.ts'
import { toUpgradeQuery } from '#contract/upgrade-query.ts'
import { noteServerTime, serverNow } from '#web/api/server-clock.ts'
import type { Unsent } from '#web/session/kept-outbox.ts'
import { mintId } from '#web/session/mint-id.ts'
import { Store } from '#web/ui/cell.ts'
import { FrameReader } from './frame-reader.ts'
import { HistorySync } from './history-sync.ts'
import { groupByPartner, Outbox } from './outbox.ts'
import { PacedStore } from './paced-store.ts'
import { PeopleQuestions } from './people-questions.ts'
import { ReadPositions } from './read-positions.ts'
import type { PageEvent, SocketOptions } from './reconnecting-socket.ts'
import { ReconnectingSocket } from './reconnecting-socket.ts'
import { freshEvents, reduceRoom } from './reduce-room.ts'
import type { RoomEvent, RoomState } from './room-state.ts'
import { INITIAL_ROOM_STATE } from './room-state.ts'

export interface RoomClientOptions extends Omit<SocketOptions, 'protocols' | 'url'> {
  url: string
  secret: string
  /** The partner of a chat that the page opens with. */
  firstChat: string | null
  /** Unsent messages of this bar from an earlier page. */
  kept: readonly Unsent[]
  keep: (unsent: readonly Unsent[]) => void
  /** The room's rate of messages to one partner, where a test raises it. */
  pace?: BucketSize
}

/** One-time events, not state: toasts show them. */
export type RoomIncident =
  | { type: 'events'; events: readonly ServerEvent[] }
  /** Somebody entered with this person's phone number since they were last here. */
  | { type: 'phoneUsed' }
  /** A partner's, as it arrives. */
  | { type: 'message'; message: Message }
  | { type: 'sendRefused'; reason: Refusal }
  | { type: 'sendCrashed' }
  | { type: 'loadRefused' }
  | { type: 'typing'; personId: string }

type FirstMessage = Extract<ServerMessage, { type: 'snapshot' | 'resumed' }>

/**
 * One visit's connection. `reduceRoom` is the only switch over server messages; the effects here
 * follow from what a message carries.
 */
export class RoomClient {
  readonly store = new Store<RoomState, RoomEvent>(INITIAL_ROOM_STATE, reduceRoom)
  /** The people list reads it, because it is drawn from the whole state. */
  readonly paced = new PacedStore(this.store, TIMINGS.listPaceMs)
  readonly history: HistorySync
  readonly people = new PeopleQuestions(this.store, (message) => this.#send(message))
  readonly #options: RoomClientOptions
  readonly #outbox: Outbox
  readonly #positions = new ReadPositions((personId, through) =>
    this.#send({ type: 'read', personId, through }),
  )
  readonly #incidentListeners = new Set<(incident: RoomIncident) => void>()
  #socket: ReconnectingSocket | null = null
  #typingAgainAt = -Infinity
  /** The socket that is tried now began after an answer by HTTP, and no frame has come. */
  #mayBeBlocked = false
  readonly #frames = new FrameReader()

  constructor(options: RoomClientOptions) {
    this.#options = options
    const callbacks = {
      send: (message: ClientMessage) => this.#send(message),
      onChange: (unsent: readonly Unsent[]) => {
        options.keep(unsent)
        this.#showUnsent(unsent)
      },
      onSilence: () => this.#socket?.reconnect(),
    }
    this.#outbox = new Outbox(options.kept, callbacks, options.pace)
    this.history = new HistorySync(this.store, {
      ask: (question) => this.#send({ type: 'history', ...question }),
      check: () => this.#socket?.check(TIMINGS.answerSoonMs),
      onRefused: () => this.#report({ type: 'loadRefused' }),
    })
    this.#showUnsent(options.kept)
  }

  start(): void {
    if (this.#socket) return
    const { url, secret, firstChat, ...options } = this.#options
    this.#socket = new ReconnectingSocket(
      {
        ...options,
        protocols: [SUBPROTOCOL, secret],
        url: () => {
          const { epoch, number } = this.store.read()
          if (epoch !== null) return url + toUpgradeQuery({ epoch, number })
          if (firstChat) this.history.askedByUpgrade(firstChat)
          return url + toUpgradeQuery(null, firstChat)
        },
      },
      {
        onOpen: () => this.#handleOpen(),
        onMessage: (data) => this.#handleFrame(data),
        onClose: (code) => this.#handleClose(code),
        onPageEvent: (event) => this.#handlePageEvent(event),
      },
    )
  }

  stop(): void {
    this.#positions.flush()
    this.#positions.stop()
    this.#outbox.disconnected()
    this.people.disconnected()
    this.#socket?.close()
    this.#socket = null
  }

  /** A press asks for it, after a close for too many open pages or while there is no connection. */
  reopen(): void {
    this.store.dispatch({ type: 'reopened' })
    this.#socket?.reconnectNow()
  }

  /**
   * Whether HTTP reaches the room while no socket does. The network may just be back, so that only a socket
   * which began after an answer and ends without a frame proves that it blocks sockets. Such a socket is left
   * to its end: a slow network may still bring the first frame.
   */
  networkAsked(answers: boolean): void {
    if (this.store.read().connection !== 'down') return
    if (!answers) this.store.dispatch({ type: 'networkLost' })
    else if (!this.#mayBeBlocked) this.#socket?.reconnectNow()
    this.#mayBeBlocked = answers
  }

  /** No replay: a listener misses earlier incidents. */
  onIncident(listener: (incident: RoomIncident) => void): () => void {
    this.#incidentListeners.add(listener)
    return () => this.#incidentListeners.delete(listener)
  }

  say(to: string, text: string): void {
    this.#outbox.add({ id: mintId(), to, text, writtenAt: serverNow(), refusal: null })
  }

  retry(id: string): void {
    this.#outbox.retry(id)
  }

  discard(id: string): void {
    this.#outbox.discard(id)
  }

  /** Sends it at most once in `typingSaidEveryMs`, and only in an answered conversation. */
  typing(personId: string): void {
    const { answered } = this.store.read()
    if (!answered.has(personId) || performance.now() < this.#typingAgainAt) return
    this.#typingAgainAt = performance.now() + TIMINGS.typingSaidEveryMs
    this.#send({ type: 'typing', personId })
  }

  /** The page shows it as read at once. The room gets the position with a delay. */
  read(personId: string, through: number): void {
    if (this.store.read().connection !== 'live') return
    this.#positions.read(personId, through)
    this.store.dispatch({ type: 'seen', personId })
  }

  /** The conversation is closed. */
  doneReading(personId: string): void {
    this.#positions.flush(personId)
  }

  /** "Agora não". If the frame is lost, the next connection lists the conversation again. */
  fold(personId: string): void {
    if (!this.#send({ type: 'fold', personId })) return
    this.#apply({ type: 'folded', personId })
    // At a desk the list that opens next would still order the conversation in.
    this.paced.flush()
  }

  /** This person has blocked the other. The room says the same, once the connection is there. */
  endConversation(personId: string): void {
    this.#apply({ type: 'conversationEnded', personId })
  }

  /** The own call for help, as the server answered. */
  helped(help: OwnHelp | null): void {
    this.#apply({ type: 'help', help })
  }

  /** The own profile after an edit, as the server returned it. */
  edited(person: OwnPerson): void {
    this.store.dispatch({ type: 'edited', person })
  }

  #handleOpen(): void {
    this.#frames.reset()
    if (this.#options.page.isHidden()) this.#sendVisibility('hidden')
  }

  #handleFrame(data: unknown): void {
    this.#mayBeBlocked = false
    for (const message of this.#frames.read(data)) this.#receive(message)
  }

  #receive(message: ServerMessage): void {
    if (message.type === 'checkpoint') {
      // Backpressure: the room has no other sign of how much this page has received.
      this.#sendFrame({ type: 'confirm', token: message.token })
      return
    }
    this.people.received(message)
    const before = this.store.read()
    if ('you' in message) noteServerTime(message.now)
    this.#apply(message)
    this.history.received(message)
    if ('events' in message) {
      const events = freshEvents(before, message)
      if (events.length > 0) this.#report({ type: 'events', events })
    }
    if ('you' in message) this.#handleFirstMessage(message)
    if ('message' in message) this.#handleStored(message.message)
    if (message.type === 'typing') this.#report(message)
    if (message.type === 'read') {
      this.#positions.answered(message.personId, message.through, message.unread)
    }
    const isHeard = message.type === 'message' && !message.folded
    if (isHeard && message.message.from !== before.you?.id) {
      this.#report({ type: 'message', message: message.message })
    }
    if (message.type === 'refused' && message.id !== null) {
      const reason = reasonOf(message)
      if (this.#outbox.refused(message.id, reason)) this.#report({ type: 'sendRefused', reason })
    }
  }

  #apply(message: ServerMessage): void {
    this.store.dispatch({ type: 'received', message, at: Date.now() })
  }

  #handleFirstMessage({ phoneUsed, conversations }: FirstMessage): void {
    if (phoneUsed) this.#report({ type: 'phoneUsed' })
    this.history.connected()
    for (const { personId, unread } of conversations) if (unread > 0) this.people.find(personId)
    this.#outbox.connected()
    this.#positions.connected()
  }

  /** An own message, from here or from another tab with the same outbox, or a partner's. */
  #handleStored(message: Message): void {
    this.#outbox.stored(message)
    this.people.find(message.from)
  }

  #handleClose(code: number): void {
    this.#outbox.disconnected()
    this.history.disconnected()
    this.people.disconnected()
    this.store.dispatch({ type: 'disconnected', code, isBlocked: this.#mayBeBlocked })
    this.#mayBeBlocked = false
  }

  #handlePageEvent(event: PageEvent): void {
    if (event === 'hidden' || event === 'closing') this.#positions.flush()
    this.#sendVisibility(event)
  }

  #sendVisibility(event: PageEvent): void {
    if (event === 'hidden' || event === 'visible') this.#sendFrame({ type: event })
  }

  /** False before a connection's first message, too. */
  #send(message: ClientMessage): boolean {
    if (this.store.read().connection !== 'live') return false
    try {
      return this.#sendFrame(message)
    } catch {
      if (message.type === 'say') this.#report({ type: 'sendCrashed' })
      return false
    }
  }

  #sendFrame(message: ClientMessage): boolean {
    return this.#socket?.send(JSON.stringify(message)) ?? false
  }

  #report(incident: RoomIncident): void {
    for (const listener of this.#incidentListeners) listener(incident)
  }

  #showUnsent(unsent: readonly Unsent[]): void {
    const before = this.store.read().unsent
    this.store.dispatch({ type: 'unsent', unsent: groupByPartner(unsent, before) })
  }
}
