import type { BucketSize } from '#contract/bucket.ts'
import type { PublicPerson } from '#contract/person.ts'
import { Conversations } from '#worker/room/chat/conversations.ts'
import { Messages } from '#worker/room/chat/messages.ts'
import type { PersonChange } from '#worker/room/effects.ts'
import type { Away } from '#worker/room/people/away.ts'
import type { People } from '#worker/room/people/people.ts'
import { PeopleIndex } from '#worker/room/people/people-index.ts'
import type { Presence } from '#worker/room/people/presence.ts'
import { RoomStorage } from '#worker/room/storage/storage.ts'

/** The conversations of a room over its real storage, as a wake builds them. */
export function wakeConversations(durable: DurableObjectStorage, pace: BucketSize) {
  const storage = new RoomStorage(durable)
  const messages = new Messages(storage)
  const conversations = new Conversations(storage, messages, pace)
  return { storage, messages, conversations }
}

const NOTHING_ERASED = { profiles: 1, photos: 0, messages: 0 }

/** A loaded index of these people, without storage; their profiles are old. */
export function anIndex(first: readonly PublicPerson[] = [], peopleSearched = Infinity) {
  const byId = new Map(first.map((person) => [person.id, person]))
  const toPerson = (one: PublicPerson) => ({ ...one, showsInterest: true, enteredAt: 0 })
  const people = {
    list: () => [...byId.values()].map(toPerson),
    find(personId: string) {
      const person = byId.get(personId)
      return person ? toPerson(person) : null
    },
  } as unknown as People
  const presence = {
    at: ({ online }: PublicPerson) => ({ state: online ? 'online' : 'offline' }),
    publishedState: () => (person: PublicPerson) => ({ online: person.online, away: false }),
  } as unknown as Presence
  const index = new PeopleIndex(noStorage(), people, presence, {
    peoplePerBar: Infinity,
    peopleSearched,
  })
  index.load()
  /** Each has been committed. */
  const enter = (person: PublicPerson): PersonChange => {
    byId.set(person.id, person)
    return { kind: 'entered', personId: person.id }
  }
  const change = (person: PublicPerson): PersonChange => {
    byId.set(person.id, person)
    return { kind: 'changed', personId: person.id }
  }
  const leave = (personId: string): PersonChange => {
    const name = byId.get(personId)?.name ?? ''
    byId.delete(personId)
    return { kind: 'ended', personId, name, mark: '', reason: 'left', erased: NOTHING_ERASED }
  }
  return { index, enter, change, leave }
}

export function nobodyAway(): Away {
  return { take: () => [], noteSent: () => {} } as unknown as Away
}

/** Caches without a file behind them. */
export function noStorage(): RoomStorage {
  return new RoomStorage({ transactionSync: (run: () => unknown) => run() } as DurableObjectStorage)
}
