import type { BoardFrame } from '#contract/board.ts'
import type { StaffNotice } from '#contract/notices.ts'
import type { EndReason, Erased, ServerMessage } from '#contract/protocol.ts'

/**
 * Names a person. After the commit the index derives what others see of them, and pages get an event if
 * it differs from what they have. The end of a visit carries what its erased row held.
 */
export type PersonChange =
  | { kind: 'entered'; personId: string }
  /** `online`: pages are told, although the room derives something else, or has derived it already. */
  | { kind: 'changed'; personId: string; online?: boolean }
  | EndedVisit

interface EndedVisit {
  kind: 'ended'
  personId: string
  mark: string
  /** Empty where the person was not listed: only their partners know of them. */
  name: string
  reason: EndReason
  erased: Erased
}

/**
 * Sent after the commit; may be lost with the process, because pages resume from storage. What
 * must happen is a row or the alarm in the same transaction, never an effect.
 */
export type Effect =
  | PersonChange
  | { kind: 'send'; personId: string; message: ServerMessage }
  | { kind: 'sendToBoards'; frame: BoardFrame }
  | { kind: 'callsChanged' }
  | { kind: 'notifyStaff'; about: StaffNotice['about'] }
  | { kind: 'blocksChanged'; marks: readonly string[] }

/** The effects of the running transaction, in their order. Each method throws outside of one. */
export class AfterCommit {
  readonly #queue: (effect: Effect) => void

  constructor(queue: (effect: Effect) => void) {
    this.#queue = queue
  }

  entered(personId: string): void {
    this.#queue({ kind: 'entered', personId })
  }

  /** `online` only for a person whose page is about to be accepted. */
  changed(personId: string, online?: boolean): void {
    this.#queue({ kind: 'changed', personId, ...(online !== undefined && { online }) })
  }

  /** The receipt to all pages of a person, then the final close; `left` to everybody else. */
  ended(visit: Omit<EndedVisit, 'kind'>): void {
    this.#queue({ kind: 'ended', ...visit })
  }

  /** Sends a message to all pages of one person. */
  send(personId: string, message: ServerMessage): void {
    this.#queue({ kind: 'send', personId, message })
  }

  /** Sends a frame to the boards of this bar alone. */
  sendToBoards(frame: BoardFrame): void {
    this.#queue({ kind: 'sendToBoards', frame })
  }

  /** Tells the monitor of calls for help. */
  callsChanged(): void {
    this.#queue({ kind: 'callsChanged' })
  }

  /** Notifies the phones of owners and staff. */
  notifyStaff(about: StaffNotice['about']): void {
    this.#queue({ kind: 'notifyStaff', about })
  }

  /** People of these marks begin or cease to see each other. Queue it before the events that show it. */
  blocksChanged(marks: readonly string[]): void {
    this.#queue({ kind: 'blocksChanged', marks })
  }
}
