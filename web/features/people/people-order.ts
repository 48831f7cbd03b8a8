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

/** The parts of the list from top to bottom, below oneself. */
export interface Sections {
  /** The newest message first. */
  conversations: People
  /** Online, their profiles made in the last minutes; the newest first. */
  newcomers: People
  /** The others by name. */
  online: People
  offline: People
  /** Everybody who belongs to `offline`, loaded or not. */
  offlineCount: number
}

/**
 * The order of the list. Comparing names costs most, so what is in order stays so from one time to the
 * next.
 */
export class PeopleOrder {
  #byName: People = []

  /** Everybody who is loaded, by name. */
  sort(people: RoomState['people']): People {
    this.#byName = sortByName(this.#byName, people)
    return this.#byName
  }

  arrange(known: Known, now: number): Sections {
    const { you, people, end, total } = known
    const conversations = listConversations(known)
    const newcomers = listNewcomers(known, now)
    const placed = new Set([...conversations, ...newcomers].map(({ id }) => id))
    const [online, offline]: [PublicPerson[], PublicPerson[]] = [[], []]
    for (const person of this.sort(people)) {
      if (person.id === you?.id || placed.has(person.id)) continue
      // Whoever was found beyond the loaded pages comes with their own page.
      if (end && comparePlaces(person, end) > 0) continue
      ;(person.online ? online : offline).push(person)
    }
    const elsewhere = conversations.filter((person) => !person.online).length
    const offlineCount = end ? total - known.online - elsewhere : offline.length
    return { conversations, newcomers, online, offline, offlineCount }
  }
}

function listConversations({ you, people, unread, lastLines }: Known): People {
  const saidAt = ({ id }: PublicPerson) => lastLines.get(id)?.at ?? 0
  return [...unread.keys()]
    .flatMap((id) => (id === you?.id ? [] : (people.get(id) ?? [])))
    .sort((one, other) => saidAt(other) - saidAt(one))
}

function listNewcomers({ people, unread, arrivedAt }: Known, now: number): People {
  return [...arrivedAt]
    .filter(([id, at]) => at > now - TIMINGS.newcomerMs && !unread.has(id))
    .sort(([, one], [, other]) => other - one)
    .flatMap(([id]) => {
      const person = people.get(id)
      return person?.online ? person : []
    })
    .slice(0, LIMITS.newcomers)
}

/** Sorts only where somebody was not there before under the same name. */
function sortByName(before: People, people: ReadonlyMap<string, PublicPerson>): People {
  const kept: PublicPerson[] = []
  for (const { id, name } of before) {
    const now = people.get(id)
    if (now?.name === name) kept.push(now)
  }
  if (kept.length === people.size) return kept
  const known = new Set(kept)
  // What is in order already costs one comparison each.
  return kept.concat([...people.values()].filter((one) => !known.has(one))).sort(compareNames)
}
