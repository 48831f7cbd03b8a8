import type { OwnData } from '#contract/own-data.ts'
import { toOwnPerson } from '#worker/policy/views.ts'
import type { RoomParts } from './parts.ts'
import type { RosterPerson } from './roster-person.ts'

/** Everything that the room keeps about a person, as they may take it with them. */
export function collectOwnData(
  { roster, chatLog, presence }: RoomParts,
  barId: string,
  person: RosterPerson,
  now: number,
): OwnData {
  const nameOf = (personId: string) => roster.find(personId)?.name ?? ''
  return {
    bar: barId,
    person: toOwnPerson(person, presence.isOnline(person, now)),
    enteredAt: toIso(person.enteredAt),
    endsAt: toIso(person.expiresAt),
    conversations: chatLog.reads.summaries(person.id).map(({ personId }) => ({
      with: nameOf(personId),
      messages: chatLog
        .all(chatLog.conversation(person.id, personId))
        .map(({ from, text, createdAt }) => ({ from: nameOf(from), text, at: toIso(createdAt) })),
    })),
  }
}

function toIso(at: number): string {
  return new Date(at).toISOString()
}
