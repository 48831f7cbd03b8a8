import type { Message } from '#contract/message.ts'
import type { PublicPerson } from '#contract/person.ts'

/** One page of a person, with a separate outbox and view. */
type Page = { by: string; tab: number }

/** An event of a run, as its clients saw it. */
export type HistoryEvent =
  /** A person wrote something, and the outbox took it. */
  | (Page & { kind: 'say'; id: string; to: string; text: string })
  /** The room acknowledged it, or said why not. */
  | (Page & { kind: 'stored'; socket: number; message: Message })
  | (Page & { kind: 'refused'; id: string; reason: string })
  /** A message came over a socket, or with a page of a conversation. */
  | (Page & { kind: 'heard'; socket: number; message: Message })
  | (Page & { kind: 'loaded'; message: Message })
  /** A socket ended. */
  | (Page & { kind: 'closed'; socket: number; code: number })
  /** A frame showed this presence of a person. */
  | (Page & { kind: 'shown'; personId: string; online: boolean })
  /** The end of the run: what each page shows, and what the server says to each of the two. */
  | (Page & { kind: 'view'; partner: string; messages: Message[] })
  | (Page & { kind: 'people'; people: PublicPerson[] })
  | { kind: 'kept'; by: string; partner: string; messages: Message[] }
  | { kind: 'present'; people: PublicPerson[] }

/** Written while a run lasts, read by the checker afterwards. */
export class History {
  readonly events: HistoryEvent[] = []
  /** How many messages have come over sockets so far. */
  deliveries = 0
  readonly #acknowledged = new Set<string>()

  write(event: HistoryEvent): void {
    this.events.push(event)
    if (event.kind === 'heard') this.deliveries += 1
    if (event.kind === 'stored') this.#acknowledged.add(event.message.id)
  }

  /** How many messages have been acknowledged so far. */
  get acknowledged(): number {
    return this.#acknowledged.size
  }
}
