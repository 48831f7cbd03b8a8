import type { History } from '#contract/message.ts'
import type { OwnPerson } from '#contract/person.ts'
import type { ResumePoint, ServerMessage } from '#contract/protocol.ts'
import { reasonOf } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { HistoryCursor } from '#web/api/conversations.ts'
import type { Unsent } from '#web/session/kept-outbox.ts'
import { mintId } from '#web/session/mint-id.ts'
import { FrameOrder } from './frame-order.ts'
import { HistorySync } from './history-sync.ts'
import type { RoomIncident } from './incidents.ts'
import { Incidents } from './incidents.ts'
import { groupByPartner, Outbox } from './outbox.ts'
import { PacedStore } from './paced-store.ts'
import { freshEvents } from './people.ts'
import { PeopleQuestions } from './people-questions.ts'
import type { RoomSocketOptions } from './room-socket.ts'
import { RoomSocket } from './room-socket.ts'
import type { RoomEvent } from './room-state.ts'
import { INITIAL_ROOM_STATE, reduceRoom } from './room-state.ts'
import type { RoomState } from './state.ts'
import { Store } from './store.ts'

export interface RoomConnectionOptions extends RoomSocketOptions {
  fetchHistory: (personId: string, cursor: HistoryCursor, losses: number) => Promise<History>
  /** Unsent messages of this bar from an earlier page. */
  kept: readonly Unsent[]
  keep: (unsent: readonly Unsent[]) => void
}

export class RoomConnection {
  readonly store = new Store<RoomState, RoomEvent>(INITIAL_ROOM_STATE, reduceRoom)
  /** For the list, which is drawn from all of it. */
  readonly paced = new PacedStore(this.store, TIMINGS.listPaceMs)
  readonly people = new PeopleQuestions({
    state: () => this.store.getState(),
    send: (message) => this.#send(message),
    paging: () => this.store.dispatch({ type: 'paging' }),
  })
  readonly history: HistorySync
  readonly #options: RoomConnectionOptions
  readonly #outbox: Outbox
  readonly #incidents = new Incidents()
  readonly #order = new FrameOrder((message) => this.#receive(message))
  #socket: RoomSocket | null = null
  #losses = 0

  constructor(options: RoomConnectionOptions) {
    this.#options = options
    this.#outbox = new Outbox(options.kept, {
      send: (message) => this.#send(message),
      changed: (unsent) => {
        options.keep(unsent)
        this.#showUnsent(unsent)
      },
      silent: () => this.#socket?.restart(),
    })
    this.history = new HistorySync({
      fetch: (personId, cursor) => options.fetchHistory(personId, cursor, this.#losses),
      held: (personId) => this.store.getState().conversations.get(personId),
      dispatch: (event) => this.store.dispatch(event),
      failed: (error) => this.#incidents.tell({ type: 'loadFailed', error }),
    })
    this.#showUnsent(options.kept)
  }

  start(): void {
    if (this.#socket) return
    this.#socket = new RoomSocket(this.#options, {
      resumeFrom: () => this.#resumePoint(),
      opened: () => this.#order.restart(),
      received: (message) => this.#order.take(message),
      lost: (code) => this.#lost({ type: 'lost', code }),
      closed: (code) => this.#lost({ type: 'closed', code }),
    })
  }

  stop(): void {
    this.#outbox.disconnected()
    this.#socket?.close()
    this.#socket = null
  }

  /** After a close that the person may overrule: too many open pages. */
  reopen(): void {
    this.store.dispatch({ type: 'reopened' })
    this.#socket?.restartNow()
  }

  onIncident(listener: (incident: RoomIncident) => void): () => void {
    return this.#incidents.listen(listener)
  }

  say(to: string, text: string): void {
    this.#outbox.take({ id: mintId(), to, text, writtenAt: Date.now(), refusal: null })
  }

  retry(id: string): void {
    this.#outbox.retry(id)
  }

  discard(id: string): void {
    this.#outbox.discard(id)
  }

  /** The own profile after an edit, as the server returned it. */
  edited(person: OwnPerson): void {
    this.store.dispatch({ type: 'edited', person })
  }

  read(personId: string, through: number): void {
    const isSent = this.#send({ type: 'read', personId, through })
    if (isSent) this.store.dispatch({ type: 'seen', personId })
  }

  #receive(message: ServerMessage): void {
    const before = this.store.getState()
    this.store.dispatch({ type: 'received', message, at: Date.now() })
    switch (message.type) {
      case 'snapshot':
      case 'resumed':
        if (message.phoneUsed) {
          this.#incidents.tell({ type: 'phoneUsed' })
          this.#socket?.confirm()
        }
        if (message.type === 'resumed') this.#incidents.tellFacts(freshEvents(before, message))
        for (const personId of this.history.opened()) {
          void this.history.load(personId)
          this.people.meet(personId)
        }
        for (const { personId, unread } of message.conversations)
          if (unread > 0) this.people.meet(personId)
        this.#outbox.connected()
        return
      case 'events':
        this.#incidents.tellFacts(freshEvents(before, message))
        return
      case 'conversations':
      case 'page':
      case 'found':
        return
      case 'stored':
        this.#outbox.stored(message.message)
        this.history.fillHole(message.message.to)
        return
      case 'message':
        // Own, from another tab with the same outbox, or the partner's.
        this.#outbox.stored(message.message)
        this.people.meet(message.message.from)
        this.history.fillHole(message.message.from)
        this.history.fillHole(message.message.to)
        return
      case 'refused': {
        const reason = reasonOf(message)
        if (message.id !== null && this.#outbox.refused(message.id, reason))
          this.#incidents.tell({ type: 'sendRefused', reason })
        return
      }
      case 'read':
      case 'leaving':
      case 'ended':
        return
    }
  }

  #resumePoint(): ResumePoint | null {
    const { epoch, number } = this.store.getState()
    return epoch === null ? null : { epoch, number }
  }

  #lost(event: RoomEvent): void {
    if (this.store.getState().connection === 'live') this.#losses += 1
    this.#outbox.disconnected()
    this.store.dispatch(event)
  }

  #send(message: Parameters<RoomSocket['send']>[0]): boolean {
    if (this.store.getState().connection !== 'live' || !this.#socket) return false
    try {
      return this.#socket.send(message)
    } catch {
      if (message.type === 'say') this.#incidents.tell({ type: 'sendCrashed' })
      return false
    }
  }

  #showUnsent(unsent: readonly Unsent[]): void {
    const before = this.store.getState().unsent
    this.store.dispatch({ type: 'unsent', unsent: groupByPartner(unsent, before) })
  }
}
