import type { BoardFrame } from '#contract/board.ts'
import type { Erased } from '#contract/erased.ts'
import type { OpenCall } from '#contract/help.ts'
import type { StaffNotice } from '#contract/notices.ts'
import type { EndReason, ServerMessage } from '#contract/protocol.ts'

/**
 * Names a person. After the commit the index derives what others see of them, and pages get an event if
 * it differs from what they have. The end of a visit carries what its erased row held.
 */
export type PersonChange =
  | { kind: 'entered'; personId: string }
  /** `online` is what pages are told, even if the room derives something else or has derived it already. */
  | { kind: 'changed'; personId: string; online?: boolean }
  /** The person's pages get the receipt and the final close, everybody else gets `left`. */
  | {
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
  /** To all pages of the person. */
  | { kind: 'send'; personId: string; message: ServerMessage }
  | { kind: 'sendToBoards'; frame: BoardFrame }
  /** The monitor is told of calls for help. */
  | { kind: 'callsChanged' }
  /** Phones of owners and staff are notified. */
  | { kind: 'notifyStaff'; about: StaffNotice['about']; call: OpenCall | null }
  /** People of these marks begin or cease to see each other. Queue it before the events that show it. */
  | { kind: 'blocksChanged'; marks: readonly string[] }

/** Queues an effect of the running transaction. Throws outside of one. */
export type AfterCommit = (effect: Effect) => void
