import type { PublicPerson } from '#contract/person.ts'
import type { RoomEvent, ServerMessage } from '#contract/protocol.ts'
import { NOBODY } from '#test/client/room-socket.ts'

type Snapshot = Extract<ServerMessage, { type: 'snapshot' }>

/** Secrets and marks are made by chance; how many secrets there are is not. */
export function withoutSecrets({ mark: _, subject: __, ...row }: Record<string, unknown>) {
  const hashes = row.secret_hashes ? JSON.parse(String(row.secret_hashes)).length : 0
  return { ...row, secret_hashes: hashes }
}

/**
 * What one page was told, in order. In a rush news share a frame, and a room that has slept knows of no
 * rush: so each of the news counts and not its frame, and those that a snapshot held already do not.
 * Nor does what changes nothing: a room that has just woken tells again who went offline. It also asks
 * for more confirmations.
 */
export function toToldInOrder(frames: readonly ServerMessage[]) {
  const news: RoomEvent[] = []
  const rest: unknown[] = []
  const known = new Map<string, string>()
  let place = { epoch: '', number: 0 }
  for (const frame of frames) {
    if (frame.type === 'events') {
      const { epoch, number, events } = frame
      const heard = epoch === place.epoch ? place.number : 0
      const fresh = events.filter((_, at) => number - events.length + at + 1 > heard)
      news.push(...fresh.filter((event) => learn(known, event)))
      place = frame
    } else if (frame.type === 'snapshot') {
      place = frame
      for (const person of [frame.you, ...frame.people]) known.set(person.id, toShown(person))
      rest.push(withoutPlace(frame))
    } else if (frame.type === 'checkpoint') {
      // Not part of what is told.
    } else if (frame.type !== 'read' || frame.personId !== NOBODY) rest.push(frame)
  }
  return { news: inOneOrder(news), rest }
}

/** What happens to several in one moment has no order: a room that has woken reads them by their ids. */
function inOneOrder(news: readonly RoomEvent[]): RoomEvent[] {
  const runs: RoomEvent[][] = []
  for (const event of news) {
    const run = runs.at(-1)
    if (run?.[0]?.kind === event.kind) run.push(event)
    else runs.push([event])
  }
  return runs.flatMap((run) => run.sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1)))
}

const idOf = (event: RoomEvent): string => ('person' in event ? event.person.id : event.personId)

/** A snapshot without what differs from wake to wake; whom one talks with has no order. */
export function withoutPlace({ epoch: _e, number: _n, conversations, ...rest }: Snapshot) {
  const sorted = conversations.toSorted((one, other) => (one.personId < other.personId ? -1 : 1))
  return { ...rest, conversations: sorted }
}

/** Whether a event changes what a page knows. */
function learn(known: Map<string, string>, event: RoomEvent): boolean {
  if (event.kind === 'left' || event.kind === 'aside') return known.delete(event.personId)
  const shown = toShown(event.person)
  const isNew = known.get(event.person.id) !== shown
  known.set(event.person.id, shown)
  return isNew
}

const toShown = ({ name, table, photo, interest, online }: PublicPerson): string =>
  JSON.stringify([name, table, photo, interest, online])
