export interface SightContext {
  /** One of the two has blocked the other. */
  isBlocked: boolean
  /** `unlisted`: offline, and their phone was typed elsewhere. */
  person: 'listed' | 'unlisted' | 'gone'
  hasConversation: boolean
}

/** An unlisted person is visible to their partners only, a blocked one to nobody of the other side. */
export function maySee({ isBlocked, person, hasConversation }: SightContext): boolean {
  if (isBlocked) return false
  return person === 'listed' || (person === 'unlisted' && hasConversation)
}
