import type { PublicPerson } from '#contract/person.ts'
import type { EndReason, Erased, ServerMessage } from '#contract/protocol.ts'

/** Something that happened to a person, before the people index makes it an event for pages. */
export type PersonChange =
  | { kind: 'entered'; person: PublicPerson }
  | { kind: 'changed'; person: PublicPerson }
  /** Somebody who had stepped aside is listed again. */
  | { kind: 'back'; person: PublicPerson }
  | { kind: 'presence'; personId: string; online: boolean }
  | { kind: 'left'; personId: string; name: string }
  | { kind: 'aside'; personId: string }

/**
 * What a change tells once it is committed. Effects may be lost with the process: pages resume from
 * storage. What must happen is a row or the alarm in the same transaction, never an effect.
 */
export type Effect =
  | { kind: 'broadcast'; change: PersonChange }
  /** To every socket of a person. */
  | { kind: 'send'; personId: string; message: ServerMessage }
  /** The receipt to every socket of a person, and then the final close. */
  | { kind: 'end'; personId: string; reason: EndReason; erased: Erased }

/** What a change in a transaction returns. */
export interface Changed<T> {
  result: T
  effects: Effect[]
}

export function toBroadcast(change: PersonChange): Effect {
  return { kind: 'broadcast', change }
}
