import type { BucketSize } from '#contract/bucket.ts'
import type { PublicPerson } from '#contract/person.ts'
import { Conversations } from '#worker/room/chat/conversations.ts'
import { Messages } from '#worker/room/chat/messages.ts'
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

/** A loaded index of these people, without storage; their profiles are old. */
export function anIndex(
  list: () => PublicPerson[] = () => [],
  peopleSearched = Infinity,
): PeopleIndex {
  const toPerson = (one: PublicPerson) => ({ ...one, showsInterest: true, enteredAt: 0 })
  const people = {
    list: () => list().map(toPerson),
    find: (personId: string) =>
      list()
        .map(toPerson)
        .find(({ id }) => id === personId) ?? null,
  } as unknown as People
  const presence = {
    shownCheck: () => (person: PublicPerson) => ({ online: person.online, away: false }),
    isOnline: (person: PublicPerson) => person.online,
  } as unknown as Presence
  const index = new PeopleIndex(noStorage(), people, presence, {
    peoplePerBar: Infinity,
    peopleSearched,
  })
  index.load()
  return index
}

export function nobodyAway(): Away {
  return { takeEvents: () => [] } as unknown as Away
}

/** Caches without a file behind them. */
export function noStorage(): RoomStorage {
  return new RoomStorage({ transactionSync: (run: () => unknown) => run() } as DurableObjectStorage)
}
