import type { HelpFrame } from '#contract/help.ts'
import type { StaffNotice } from '#contract/notices.ts'
import type { PublicPerson } from '#contract/person.ts'
import type { EndReason, Erased, ServerMessage } from '#contract/protocol.ts'

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
  | { kind: 'sendToBoards'; frame: HelpFrame }
  | { kind: 'notifyStaff'; about: StaffNotice['about'] }
  | { kind: 'end'; personId: string; reason: EndReason; erased: Erased }
  | { kind: 'blocksChanged'; marks: readonly string[] }

/** The effects of the running transaction, in their order. Each method throws outside of one. */
export class AfterCommit {
  readonly #queue: (effect: Effect) => void

  constructor(queue: (effect: Effect) => void) {
    this.#queue = queue
  }

  broadcast(change: PersonChange): void {
    this.#queue({ kind: 'broadcast', change })
  }

  /** To all pages of one person. */
  send(personId: string, message: ServerMessage): void {
    this.#queue({ kind: 'send', personId, message })
  }

  /** To the boards of this bar, and to no person. */
  sendToBoards(frame: HelpFrame): void {
    this.#queue({ kind: 'sendToBoards', frame })
  }

  /** To the phones of owners and staff. */
  notifyStaff(about: StaffNotice['about']): void {
    this.#queue({ kind: 'notifyStaff', about })
  }

  /** The receipt to all pages of a person, then the final close. */
  end(personId: string, reason: EndReason, erased: Erased): void {
    this.#queue({ kind: 'end', personId, reason, erased })
  }

  /** People of these marks begin or cease to see each other. Queue it before what it makes them see. */
  blocksChanged(marks: readonly string[]): void {
    this.#queue({ kind: 'blocksChanged', marks })
  }
}
