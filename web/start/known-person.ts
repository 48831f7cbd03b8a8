import { DEVICE_KEYS_KEY, PROFILE_DRAFT_KEY, VISIT_SECRET_KEY } from '#contract/stored-keys.ts'

/** Whether this browser has a visit, a draft of a profile or a device key. */
export function isKnownPerson(): boolean {
  try {
    return Boolean(
      sessionStorage.getItem(VISIT_SECRET_KEY) ||
        sessionStorage.getItem(PROFILE_DRAFT_KEY) ||
        localStorage.getItem(DEVICE_KEYS_KEY),
    )
  } catch {
    return false // storage is blocked
  }
}
