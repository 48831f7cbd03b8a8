/** Lists why a room refuses a frame. */
export const REFUSALS = [
  'invalid_frame',
  'person_not_found',
  'person_offline',
  'own_self',
  'rate_limited',
  'internal',
  'storage_full',
  'unanswered',
] as const
export type Refusal = (typeof REFUSALS)[number]

/** The `reason` that stands in for a newer one, which goes into `detail`. */
const FALLBACKS: Partial<Record<Refusal, Refusal>> = {
  storage_full: 'internal',
  unanswered: 'rate_limited',
}

/** A new reason goes into `detail`: old clients drop an unknown `reason` and would retry for ever. */
export function toRefused(refusal: Refusal): { reason: Refusal; detail?: Refusal } {
  const reason = FALLBACKS[refusal]
  return reason ? { reason, detail: refusal } : { reason: refusal }
}

/** The inverse of `toRefused`. */
export function reasonOf(frame: { reason: Refusal; detail?: string | undefined }): Refusal {
  return REFUSALS.find((known) => known === frame.detail) ?? frame.reason
}
