import * as v from 'valibot'
import { asText, storedItem } from './stored-item.ts'

const saidSchema = v.picklist(['on', 'off'])

/** The person's answer to notices in this browser. Null: nobody has asked. */
export const noticesItem = storedItem('notices', saidSchema, () => localStorage, asText)
/** The staff's answer on this phone. */
export const staffNoticesItem = storedItem('staffNotices', saidSchema, () => localStorage, asText)

/**
 * With the profile: a yes was for this visit, the next one gets another address, and what is on the
 * lock screen goes. A no stays.
 */
export function forgetNotices(): void {
  if (noticesItem.read() === 'on') noticesItem.remove()
  void endNotices().catch(() => undefined)
}

export async function endNotices(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const notice of (await registration?.getNotifications()) ?? []) notice.close()
  // A browser has one address for the site.
  if (noticesItem.read() === 'on' || staffNoticesItem.read() === 'on') return
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}
