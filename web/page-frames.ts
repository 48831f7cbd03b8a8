import type { OpenTo } from '#contract/pages.ts'

export type FrameName = 'barLayout' | 'adminGuard'

/** Draws around a page: the layout connects a patron to the room, the guard asks staff for a login. */
export const FRAMES: Record<OpenTo, readonly FrameName[]> = {
  everybody: [],
  patron: ['barLayout'],
  staff: ['adminGuard'],
  admin: ['adminGuard'],
}
