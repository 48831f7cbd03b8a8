import type { ErrorCode } from '#contract/errors.ts'
import type { HelpFrame } from '#contract/help.ts'
import type { StaffNotice } from '#contract/notices.ts'
import type { PublicPerson } from '#contract/person.ts'
import type { EndReason, Erased, ServerMessage } from '#contract/protocol.ts'
import type { Refused } from './rpc.ts'

export type PersonChange =
  | { kind: 'entered'; person: PublicPerson }
  | { kind: 'changed'; person: PublicPerson }
  | { kind: 'relisted'; person: PublicPerson }
  | { kind: 'presence'; personId: string; online: boolean }
  | { kind: 'left'; personId: string; name: string; mark: string }
  | { kind: 'aside'; personId: string }

/**
 * Sent after the commit; may be lost with the process, because pages resume from storage. What
 * must happen is a row or the alarm in the same transaction, never an effect.
 */
export type Effect =
  | { kind: 'broadcast'; change: PersonChange }
  | { kind: 'send'; personId: string; message: ServerMessage }
  /** To the boards of this bar, and to no person. */
  | { kind: 'tellBoards'; frame: HelpFrame }
  /** To the phones of owners and staff. */
  | { kind: 'tellStaff'; about: StaffNotice['about'] }
  /** The receipt to all sockets of a person, then the final close. */
  | { kind: 'end'; personId: string; reason: EndReason; erased: Erased }
  /** People of these marks begin or cease to see each other. Goes before what it makes them see. */
  | { kind: 'blocksChanged'; marks: readonly string[] }

export interface Changed<T> {
  result: T
  effects: Effect[]
}

export function toBroadcast(change: PersonChange): Effect {
  return { kind: 'broadcast', change }
}

export function refuse(code: ErrorCode, retryAfterSeconds?: number): Changed<Refused> {
  const after = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  return { result: { ok: false, code, ...after }, effects: [] }
}
