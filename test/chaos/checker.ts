import { isDeepStrictEqual } from 'node:util'
import type { Message } from '#contract/message.ts'
import type { PublicPerson } from '#contract/person.ts'
import type { HistoryEvent } from './history.ts'

export type FlawKind =
  | 'lost'
  | 'doubled'
  | 'reordered'
  | 'renumbered'
  | 'half-sent'
  | 'unanswered'
  | 'stranger'
  | 'incomplete'
  | 'people'
  | 'presence'

export type Flaw = { kind: FlawKind; what: string }

type Of<K extends HistoryEvent['kind']> = Extract<HistoryEvent, { kind: K }>

/** Facts that the run knows and the events do not show. */
export type Truth = {
  /** These people are online during the whole run, even while the server is down. */
  alwaysOnline?: readonly string[]
  /** Every message was to be answered before the run ended. */
  everythingAnswered?: boolean
}

/**
 * Compares what clients saw with what the room kept. The promise: each acknowledged message is stored once,
 * under one number that everybody sees, and only its two people see it.
 */
export function findFlaws(events: readonly HistoryEvent[], truth: Truth = {}): Flaw[] {
  const of = <K extends HistoryEvent['kind']>(kind: K): Of<K>[] =>
    events.filter((event): event is Of<K> => event.kind === kind)
  const kept = toKept(of('kept'))
  return [
    ...findDisagreements(of('kept')),
    ...findLost(of('stored'), kept),
    ...findDoubled(of('kept'), of('heard')),
    ...findReordered(of('say'), of('heard'), kept),
    ...findRenumbered(events, kept),
    ...findHalfSent(of('refused'), of('stored'), kept),
    ...(truth.everythingAnswered ? findUnanswered(of('say'), of('stored'), of('refused')) : []),
    ...findStrangers(of('heard')),
    ...findIncompleteViews(of('view'), of('kept')),
    ...findWrongPeople(of('people'), of('present')),
    ...findHidden(of('shown'), truth.alwaysOnline ?? []),
  ]
}

const flaw = (kind: FlawKind, what: string): Flaw => ({ kind, what })
const pairOf = ({ from, to }: Pick<Message, 'from' | 'to'>): string => [from, to].sort().join(':')

/** Maps each id to its first message. A second one with the same id is reported separately. */
function toKept(kept: readonly Of<'kept'>[]): ReadonlyMap<string, Message> {
  const byId = new Map<string, Message>()
  for (const { messages } of kept) {
    for (const message of messages) if (!byId.has(message.id)) byId.set(message.id, message)
  }
  return byId
}

/** Finds conversations that differ between their two people, or are not numbered from 1 without a gap. */
function findDisagreements(kept: readonly Of<'kept'>[]): Flaw[] {
  const told = new Map<string, string>()
  return kept.flatMap(({ by, partner, messages }) => {
    const flaws: Flaw[] = []
    const pair = [by, partner].sort().join(':')
    const whole = JSON.stringify(messages)
    if ((told.get(pair) ?? whole) !== whole)
      flaws.push(flaw('reordered', `the two of ${pair} differ`))
    told.set(pair, whole)
    messages.forEach(({ number, createdAt }, at) => {
      if (number !== at + 1) flaws.push(flaw('renumbered', `${pair} has ${number} at ${at + 1}`))
      if (createdAt < (messages[at - 1]?.createdAt ?? 0))
        flaws.push(flaw('reordered', `${pair} goes back in time at ${number}`))
    })
    return flaws
  })
}

function findLost(stored: readonly Of<'stored'>[], kept: ReadonlyMap<string, Message>): Flaw[] {
  return stored
    .filter(({ message }) => !kept.has(message.id))
    .map(({ message }) => flaw('lost', `${message.id} was acknowledged and is not there`))
}

function findDoubled(kept: readonly Of<'kept'>[], heard: readonly Of<'heard'>[]): Flaw[] {
  const seen = new Set<string>()
  return [
    ...kept.flatMap(({ by, partner, messages }) =>
      messages.map(({ id }) => `${id} is kept for ${by} with ${partner}`),
    ),
    ...heard.map(
      ({ by, tab, socket, message }) => `${message.id} came on socket ${socket} of ${by}/${tab}`,
    ),
  ]
    .filter((line) => seen.size === seen.add(line).size)
    .map((line) => flaw('doubled', `${line} twice`))
}

/** Finds numbers out of order: in a page's order of writing, or in a socket's order of arrival. */
function findReordered(
  said: readonly Of<'say'>[],
  heard: readonly Of<'heard'>[],
  kept: ReadonlyMap<string, Message>,
): Flaw[] {
  const written = said.flatMap(({ by, tab, id, to }) => {
    const message = kept.get(id)
    return message ? [{ line: `${by}/${tab} to ${to}`, message }] : []
  })
  const delivered = heard.map(({ by, tab, socket, message }) => ({
    line: `socket ${socket} of ${by}/${tab} with ${pairOf(message)}`,
    message,
  }))
  const last = new Map<string, number>()
  return [...written, ...delivered].flatMap(({ line, message }) => {
    const before = last.get(line) ?? 0
    last.set(line, message.number)
    return message.number < before
      ? [flaw('reordered', `${line}: ${message.number} after ${before}`)]
      : []
  })
}

/** Finds messages that two observers saw with a different number, writer, receiver, text or time. */
function findRenumbered(
  events: readonly HistoryEvent[],
  kept: ReadonlyMap<string, Message>,
): Flaw[] {
  const seen = events.flatMap((event) => {
    if (event.kind === 'stored' || event.kind === 'heard' || event.kind === 'loaded')
      return [event.message]
    return event.kind === 'view' ? event.messages : []
  })
  const first = new Map(kept)
  return seen.flatMap((message) => {
    const known = first.get(message.id)
    if (!known) first.set(message.id, message)
    return known && !isDeepStrictEqual(known, message)
      ? [flaw('renumbered', `${JSON.stringify(message)} was ${JSON.stringify(known)}`)]
      : []
  })
}

function findHalfSent(
  refused: readonly Of<'refused'>[],
  stored: readonly Of<'stored'>[],
  kept: ReadonlyMap<string, Message>,
): Flaw[] {
  const acknowledged = new Set(stored.map(({ message }) => message.id))
  return refused
    .filter(({ id }) => kept.has(id) && !acknowledged.has(id))
    .map(({ id, reason }) => flaw('half-sent', `${id} was refused (${reason}) and is there`))
}

function findUnanswered(
  said: readonly Of<'say'>[],
  stored: readonly Of<'stored'>[],
  refused: readonly Of<'refused'>[],
): Flaw[] {
  const answered = new Set([
    ...stored.map(({ message }) => message.id),
    ...refused.map(({ id }) => id),
  ])
  return said
    .filter(({ id }) => !answered.has(id))
    .map(({ id, by }) => flaw('unanswered', `${id} of ${by}`))
}

function findStrangers(heard: readonly Of<'heard'>[]): Flaw[] {
  return heard
    .filter(({ by, message }) => message.from !== by && message.to !== by)
    .map(({ by, message }) => flaw('stranger', `${by} was shown ${message.id}`))
}

/** In the end every page shows the whole of each of its conversations, in the one order. */
function findIncompleteViews(views: readonly Of<'view'>[], kept: readonly Of<'kept'>[]): Flaw[] {
  return views.flatMap(({ by, tab, partner, messages }) => {
    const whole = kept.find((one) => one.by === by && one.partner === partner)?.messages ?? []
    const shown = messages.map(({ id }) => id).join()
    return shown === whole.map(({ id }) => id).join()
      ? []
      : [
          flaw(
            'incomplete',
            `${by}/${tab} shows ${messages.length} of ${whole.length} of ${partner}`,
          ),
        ]
  })
}

function findWrongPeople(
  seen: readonly Of<'people'>[],
  [present]: readonly Of<'present'>[],
): Flaw[] {
  if (!present) return []
  const truth = toPeople(present.people)
  return seen.flatMap(({ by, tab, people }) => {
    const wrong = differencesOf(toPeople(people), truth)
    return wrong.length === 0 ? [] : [flaw('people', `${by}/${tab}: ${wrong.join(', ')}`)]
  })
}

function findHidden(shown: readonly Of<'shown'>[], alwaysOnline: readonly string[]): Flaw[] {
  return shown
    .filter(({ personId, online }) => !online && alwaysOnline.includes(personId))
    .map(({ by, personId }) => flaw('presence', `${personId} was shown offline to ${by}`))
}

type People = ReadonlyMap<string, PublicPerson>

const toPeople = (people: readonly PublicPerson[]): People =>
  new Map(people.map((person) => [person.id, person]))

/** Lists the people that a page shows wrongly or not at all. */
export function differencesOf(shown: People, truth: People): string[] {
  return [...new Set([...shown.keys(), ...truth.keys()])].flatMap((id) => {
    const [shows, is] = [toWords(shown.get(id)), toWords(truth.get(id))]
    return shows === is ? [] : [`shows ${shows} instead of ${is}`]
  })
}

const toWords = (person: PublicPerson | undefined): string =>
  person ? `${person.name} at ${person.table}, ${person.online ? 'online' : 'offline'}` : 'nobody'
