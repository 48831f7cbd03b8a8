import type { Message } from '#contract/message.ts'
import type { OwnPerson, PublicPerson } from '#contract/person.ts'
import type { ServerMessage } from '#contract/protocol.ts'

/** A well-formed id that a number picks. */
export function idOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

export const ANA: OwnPerson = {
  id: idOf(1),
  name: 'Ana',
  table: '7',
  photo: null,
  interest: 'all',
  online: true,
  showsInterest: true,
  phone: null,
}

export function aPerson(number: number, changes: Partial<PublicPerson> = {}): PublicPerson {
  return {
    id: idOf(number),
    name: `Pessoa ${number}`,
    table: '1',
    photo: null,
    interest: 'all',
    online: true,
    ...changes,
  }
}

export const BETO: PublicPerson = aPerson(2, { name: 'Beto' })

export function aMessage(number: number, changes: Partial<Message> = {}): Message {
  return {
    id: idOf(1_000 + number),
    number,
    from: BETO.id,
    to: ANA.id,
    text: `mensagem ${number}`,
    createdAt: 1_800_000_000_000 + number,
    ...changes,
  }
}

type History = Extract<ServerMessage, { type: 'history' }>

/** A page of Beto's conversation. */
export function aHistory(messages: Message[], changes: Partial<History> = {}): History {
  return { type: 'history', personId: BETO.id, messages, hasMore: false, ...changes }
}

type Events = Extract<ServerMessage, { type: 'events' }>

/** A frame of events that ends with this number. */
export function someEvents(
  number: number,
  events: Events['events'],
  changes: Partial<Events> = {},
): Events {
  return { type: 'events', epoch: 'e1', number, events, total: 2, online: 2, ...changes }
}

type Snapshot = Extract<ServerMessage, { type: 'snapshot' }>

export function aSnapshot(changes: Partial<Snapshot> = {}): Snapshot {
  return {
    type: 'snapshot',
    now: Date.now(),
    epoch: 'e1',
    number: 0,
    you: ANA,
    people: [BETO],
    conversations: [],
    lastLines: [],
    newcomers: [],
    total: 2,
    online: 2,
    next: null,
    ...changes,
  }
}

/** The attachment of a newly accepted socket. */
export function attachmentOf(personId: string) {
  return {
    personId,
    secretHash: '',
    acceptedAt: 0,
    gone: false,
    hidden: false,
    sentAway: false,
    beforeCheckpoint: 0,
    sinceCheckpoint: 0,
    token: null,
    missedFrom: null,
    network: '',
    wideNetwork: null,
  }
}
