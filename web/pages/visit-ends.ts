/** The connection ended for good; the visit goes on. */
export const STOP_REASONS = ['elsewhere', 'keptOut', 'outdated'] as const
export type StopReason = (typeof STOP_REASONS)[number]

/** The visit ended against the person's will. */
export const LOST_BY = ['expired', 'removed', 'closed'] as const
export type LostBy = (typeof LOST_BY)[number]
