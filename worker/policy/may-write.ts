import type { Refusal } from '#contract/protocol.ts'

/** What the room knows about one person who wants to write to another. */
export interface WriteFacts {
  /** The partner is the sender. */
  self: boolean
  partnerExists: boolean
  partnerOnline: boolean
  /** The two already have a conversation with at least one message. */
  hasMessages: boolean
  senderLeaving: boolean
  /** The sender's budgets have room for one more. */
  withinRate: boolean
}

export type WriteDecision = { allowed: true } | { allowed: false; refusal: Refusal }

/**
 * Who may write to whom: a first message needs the other online; a conversation that has messages
 * goes on and the messages wait. The first reason that holds is the one that is told.
 */
export function mayWrite(facts: WriteFacts): WriteDecision {
  if (facts.senderLeaving) return refuse('leaving')
  if (facts.self) return refuse('own_self')
  if (!facts.partnerExists) return refuse('person_not_found')
  if (!facts.partnerOnline && !facts.hasMessages) return refuse('person_offline')
  if (!facts.withinRate) return refuse('rate_limited')
  return { allowed: true }
}

function refuse(refusal: Refusal): WriteDecision {
  return { allowed: false, refusal }
}
