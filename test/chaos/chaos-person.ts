import type { PublicPerson } from '#contract/person.ts'
import type { ServerMessage } from '#contract/protocol.ts'
import { reasonOf } from '#contract/refusals.ts'
import type { PersonOptions } from '#test/client/person.ts'
import { Person } from '#test/client/person.ts'
import type { Endpoint } from './endpoint.ts'
import { networkOf, RAISED } from './endpoint.ts'
import type { History, HistoryEvent } from './history.ts'

export interface ChaosPersonOptions extends Omit<PersonOptions, 'network'> {
  endpoint: Endpoint
  /** Defaults to a separate address for this person. */
  address?: string
  /** Several pages of one person have different numbers. */
  tab?: number
  history: History
  /** Whether an acknowledgement that came is lost with its connection. */
  losesAck?: () => boolean
  /** Called for every attempt to connect while a server runs. */
  onConnecting?: () => void
}

/** A page that writes everything it sees into the history of its run. */
export class ChaosPerson extends Person {
  readonly tab: number
  resumptions = 0
  /** Answers to `find`. */
  found = 0
  readonly #options: ChaosPersonOptions

  constructor(options: ChaosPersonOptions) {
    const { endpoint, address, onConnecting } = options
    const network = networkOf(endpoint, address)
    const open: typeof network.open = (upgrade, events) => {
      if (endpoint.port !== null) onConnecting?.()
      return network.open(upgrade, events)
    }
    super({ pace: { burst: RAISED, perSecond: RAISED }, ...options, network: { ...network, open } })
    this.#options = options
    this.tab = options.tab ?? 0
  }

  override say(to: string, text: string): string {
    const id = super.say(to, text)
    this.#write({ kind: 'say', id, to, text })
    return id
  }

  /** Then asks to find itself: the answer shows that the room has handled `hidden`. */
  override hide(): void {
    super.hide()
    this.send({ type: 'find', personId: this.id })
  }

  /** Records what this page shows at the end of the run. */
  writeView(): void {
    for (const partner of this.partners) {
      this.#write({ kind: 'view', partner, messages: [...this.messagesWith(partner)] })
    }
    this.#write({ kind: 'people', people: [...this.people.values()] })
  }

  protected override onMessage(message: ServerMessage, socket: number): void {
    for (const { id, online } of listPeople(message))
      this.#write({ kind: 'shown', personId: id, online })
    switch (message.type) {
      case 'resumed':
        this.resumptions += 1
        return
      case 'found':
        this.found += 1
        return
      case 'stored':
        if (this.#options.losesAck?.()) return this.lose()
        return this.#write({ kind: 'stored', socket, message: message.message })
      case 'message':
        return this.#write({ kind: 'heard', socket, message: message.message })
      case 'history':
        for (const one of message.messages) this.#write({ kind: 'loaded', message: one })
        return
      case 'refused':
        if (message.id !== null)
          this.#write({ kind: 'refused', id: message.id, reason: reasonOf(message) })
        return
      default:
        return
    }
  }

  protected override onClosed(code: number, socket: number): void {
    this.#write({ kind: 'closed', socket, code })
  }

  #write(event: WithoutPage<HistoryEvent>): void {
    this.#options.history.write({ by: this.id, tab: this.tab, ...event } as HistoryEvent)
  }
}

type WithoutPage<E> = E extends { by: string; tab: number } ? Omit<E, 'by' | 'tab'> : never

/** Lists the people whose presence a frame shows. */
function listPeople(message: ServerMessage): PublicPerson[] {
  switch (message.type) {
    case 'snapshot':
    case 'conversations':
    case 'page':
      return message.people
    case 'resumed':
    case 'events':
      return message.events.flatMap((event) => ('person' in event ? [event.person] : []))
    default:
      return []
  }
}
