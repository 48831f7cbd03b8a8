export interface SightContext {
  /** One of the two has blocked the other. */
  isBlocked: boolean
  /** `unlisted`: an offline person whose phone was typed on another device. */
  person: 'listed' | 'unlisted' | 'gone'
  hasConversation: boolean
}

/** Only conversation partners see an unlisted person. A block hides both from each other. */
export function maySee({ isBlocked, person, hasConversation }: SightContext): boolean {
  if (isBlocked) return false
  return person === 'listed' || (person === 'unlisted' && hasConversation)
}
