import type { Subscription } from '#contract/notices.ts'
import { VISIT_ENDPOINTS } from '#contract/visit-endpoints.ts'
import { call } from '#web/api/call.ts'
import { endNotices, noticesItem } from '#web/session/notices.ts'
import type { StoredItem } from '#web/session/stored-item.ts'
import type { Visit } from '#web/socket/use-room.ts'

/**
 * `denied`: the browser refuses this site. `uninstalled`: an iPhone has them in an installed app
 * alone. `failed`: the browser's push service or ours did not answer.
 */
export type NoticesState = 'on' | 'off' | 'denied' | 'unsupported' | 'uninstalled' | 'failed'

/** The person of the notices, and where their subscription is kept. */
export interface NoticesPlace {
  /** The deployment's, for VAPID. */
  pushKey: string
  item: StoredItem<'on' | 'off'>
  keep: (subscription: Subscription) => Promise<void>
  end: () => Promise<void>
}

export function noticesOfVisit({ barId, secret }: Visit, pushKey: string): NoticesPlace {
  return {
    pushKey,
    item: noticesItem,
    keep: (subscription) => call(VISIT_ENDPOINTS.subscribe, { barId }, subscription, { secret }),
    end: () => call(VISIT_ENDPOINTS.unsubscribe, { barId }, undefined, { secret }),
  }
}

export async function readNotices(item: NoticesPlace['item']): Promise<NoticesState> {
  const missing = findMissing()
  if (missing) return missing
  if (Notification.permission === 'denied') return 'denied'
  const subscription = await (await findManager())?.getSubscription()
  const isOn = subscription && Notification.permission === 'granted'
  return isOn && item.read() === 'on' ? 'on' : 'off'
}

/** Call from a press: browsers ask their question only then. */
export async function turnOnNotices(place: NoticesPlace): Promise<NoticesState> {
  const missing = findMissing()
  if (missing) return missing
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
  try {
    await subscribe(place)
  } catch {
    return 'failed'
  }
  place.item.write('on')
  return 'on'
}

export async function turnOffNotices(place: NoticesPlace): Promise<NoticesState> {
  // Whichever the server hears last counts.
  await renewal
  try {
    await place.end()
  } catch {
    return readNotices(place.item)
  }
  place.item.write('off')
  void endNotices().catch(() => undefined)
  return 'off'
}

let renewal: Promise<unknown> = Promise.resolve()

/**
 * Browsers change a subscription's address now and then. Writes nothing where it is the same. Null where
 * they are not on.
 */
export function renewNotices(place: NoticesPlace): Promise<NoticesState | null> {
  const renewing = renew(place)
  renewal = renewing
  return renewing
}

async function renew(place: NoticesPlace): Promise<NoticesState | null> {
  const isWanted = place.item.read() === 'on' && !findMissing()
  if (!isWanted || Notification.permission !== 'granted') return null
  try {
    await subscribe(place)
  } catch {
    return 'failed'
  }
  return 'on'
}

async function subscribe({ pushKey, keep }: NoticesPlace): Promise<void> {
  const manager = await findManager()
  if (!manager) throw new Error('no service worker')
  const options = { userVisibleOnly: true, applicationServerKey: pushKey }
  const subscription = await manager.subscribe(options).catch(async () => {
    // A subscription with an earlier key makes the browser refuse.
    await (await manager.getSubscription())?.unsubscribe()
    return manager.subscribe(options)
  })
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  await keep({ endpoint: endpoint ?? '', p256dh, auth })
}

async function findManager(): Promise<PushManager | undefined> {
  return (await navigator.serviceWorker.getRegistration())?.pushManager
}

function findMissing(): 'unsupported' | 'uninstalled' | null {
  const isThere = 'serviceWorker' in navigator && 'PushManager' in window
  if (isThere && 'Notification' in window) return null
  return isIos() && !matchMedia('(display-mode: standalone)').matches
    ? 'uninstalled'
    : 'unsupported'
}

/** An iPad says that it is a Mac. */
function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}
