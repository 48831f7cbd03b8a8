import type { Refusal } from '#contract/refusals.ts'

export interface WriteContext {
  self: boolean
  partnerExists: boolean
  partnerOnline: boolean
  hasMessages: boolean
  /** The sender has reached the limit of messages without an answer. */
  awaitsAnswer: boolean
  withinRate: boolean
}

export type WriteDecision = { allowed: true } | { allowed: false; refusal: Refusal }

/**
 * A first message needs the partner online; an existing conversation does not. Until the partner
 * answers, which is consent, the sender has few messages.
 */
export function mayWrite(context: WriteContext): WriteDecision {
  if (context.self) return refuse('own_self')
  if (!context.partnerExists) return refuse('person_not_found')
  if (!context.partnerOnline && !context.hasMessages) return refuse('person_offline')
  if (context.awaitsAnswer) return refuse('unanswered')
  if (!context.withinRate) return refuse('rate_limited')
  return { allowed: true }
}

function refuse(refusal: Refusal): WriteDecision {
  return { allowed: false, refusal }
}
