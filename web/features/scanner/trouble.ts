export const TROUBLES = [
  'denied',
  'missing',
  'busy',
  'insecure',
  'noPicture',
  'inApp',
  'unloaded',
  'unknown',
] as const
export type Trouble = (typeof TROUBLES)[number]

export interface Surroundings {
  isSecure: boolean
  hasMediaDevices: boolean
  userAgent: string
}

/** In-app browsers of Instagram, Facebook, TikTok, Line, Snapchat, LinkedIn; Android's WebView. */
const IN_APP =
  /Instagram|FBA[NV]|FB_IAB|musical_ly|BytedanceWebview|Line\/|Snapchat|LinkedInApp|; wv\)/

const BY_ERROR_NAME: Record<string, Trouble> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

export function findObstacle(surroundings: Surroundings): Trouble | null {
  if (!surroundings.isSecure) return 'insecure'
  if (surroundings.hasMediaDevices) return null
  return IN_APP.test(surroundings.userAgent) ? 'inApp' : 'missing'
}

export function toTrouble(error: unknown, { userAgent }: Surroundings): Trouble {
  const trouble = error instanceof Error ? BY_ERROR_NAME[error.name] : undefined
  // In-app browsers deny without asking: site settings would not help.
  if (trouble === 'denied' && IN_APP.test(userAgent)) return 'inApp'
  return trouble ?? 'unknown'
}

export function readSurroundings(): Surroundings {
  return {
    isSecure: isSecureContext,
    hasMediaDevices: Boolean(navigator.mediaDevices?.getUserMedia),
    userAgent: navigator.userAgent,
  }
}
