/** The connection was ended for good, and yet the visit goes on. */
export const STOP_REASONS = ['elsewhere', 'keptOut', 'outdated'] as const
export type StopReason = (typeof STOP_REASONS)[number]

/** How a visit ended without the patron wishing it. */
export const LOST_BY = ['expired', 'removed', 'closed'] as const
export type LostBy = (typeof LOST_BY)[number]
