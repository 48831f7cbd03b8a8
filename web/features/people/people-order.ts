import { LIMITS } from '#contract/limits.ts'
import { compareNames, comparePlaces } from '#contract/people-order.ts'
import type { PublicPerson } from '#contract/person.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { RoomState } from '#web/socket/room-state.ts'

type People = readonly PublicPerson[]
type Known = Pick<
  RoomState,
  'you' | 'people' | 'unread' | 'lastLines' | 'arrivedAt' | 'end' | 'total' | 'online'
>

/** The sections from top to bottom, below one's own row. */
export interface Sections {
  /** Unread first, then the newest message first. */
  conversations: People
  /** Entered in the last `TIMINGS.newcomerMs`, newest first. They are among `online` too. */
  recent: People
  /** People without a conversation, ordered by name. */
  online: People
  offline: People
  /** Size of `offline`, with people who are not loaded. */
  offlineCount: number
}

/** The order of the list. Keeps people sorted by name, because comparing names costs most. */
export class PeopleOrder {
  #byName: People = []

  /** All loaded people, by name. */
  sort(people: RoomState['people']): People {
    this.#byName = sortByName(this.#byName, people)
    return this.#byName
  }

  arrange(known: Known, now: number): Sections {
    const { you, people, end, total } = known
    const conversations = listConversations(known)
    const recent = listRecent(known, now)
    const placed = new Set(conversations.map(({ id }) => id))
    const [online, offline]: [PublicPerson[], PublicPerson[]] = [[], []]
    for (const person of this.sort(people)) {
      if (person.id === you?.id || placed.has(person.id)) continue
      // A person found by search beyond the loaded pages comes with their own page.
      if (end && comparePlaces(person, end) > 0) continue
      ;(person.online ? online : offline).push(person)
    }
    const elsewhere = conversations.filter((person) => !person.online).length
    const offlineCount = end ? total - known.online - elsewhere : offline.length
    return { conversations, recent, online, offline, offlineCount }
  }
}

function listConversations({ you, people, unread, lastLines }: Known): People {
  const isUnread = ({ id }: PublicPerson) => Number((unread.get(id) ?? 0) > 0)
  const saidAt = ({ id }: PublicPerson) => lastLines.get(id)?.at ?? 0
  return [...unread.keys()]
    .flatMap((id) => (id === you?.id ? [] : (people.get(id) ?? [])))
    .sort((one, other) => isUnread(other) - isUnread(one) || saidAt(other) - saidAt(one))
}

/** Nobody in a small bar, or where half of the people are new: then the list itself shows them. */
function listRecent({ people, unread, arrivedAt, online }: Known, now: number): People {
  if (online < LIMITS.newcomersFromOnline) return []
  const recent = [...arrivedAt]
    .filter(([id, at]) => at > now - TIMINGS.newcomerMs && !unread.has(id))
    .sort(([, one], [, other]) => other - one)
    .flatMap(([id]) => {
      const person = people.get(id)
      return person?.online ? person : []
    })
  return recent.length * 2 < online ? recent.slice(0, LIMITS.newcomers) : []
}

/** Sorts only if a name is new. */
function sortByName(before: People, people: ReadonlyMap<string, PublicPerson>): People {
  const kept: PublicPerson[] = []
  for (const { id, name } of before) {
    const now = people.get(id)
    if (now?.name === name) kept.push(now)
  }
  if (kept.length === people.size) return kept
  const known = new Set(kept)
  // The kept part is in order: one comparison each.
  return kept.concat([...people.values()].filter((one) => !known.has(one))).sort(compareNames)
}
