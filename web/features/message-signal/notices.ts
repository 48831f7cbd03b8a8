import { endSubscription, keepSubscription } from '#web/api/notices.ts'
import { forgetNotices, noticesItem } from '#web/session/notices.ts'

/**
 * `denied`: the browser refuses this site. `uninstalled`: an iPhone has them in an installed app
 * alone. `failed`: the browser's push service or ours did not answer.
 */
export type NoticesState = 'on' | 'off' | 'denied' | 'unsupported' | 'uninstalled' | 'failed'

/** Of the present visit. */
export interface NoticesPlace {
  barId: string
  secret: string
  /** The deployment's, for VAPID. */
  pushKey: string
}

export async function readNotices(): Promise<NoticesState> {
  const missing = findMissing()
  if (missing) return missing
  if (Notification.permission === 'denied') return 'denied'
  const subscription = await (await findManager())?.getSubscription()
  const isOn = subscription && Notification.permission === 'granted'
  return isOn && noticesItem.read() === 'on' ? 'on' : 'off'
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
  noticesItem.write('on')
  return 'on'
}

export async function turnOffNotices({ barId, secret }: NoticesPlace): Promise<NoticesState> {
  try {
    await endSubscription(barId, secret)
  } catch {
    return readNotices()
  }
  noticesItem.write('off')
  forgetNotices()
  return 'off'
}

/** Browsers change a subscription's address now and then. Writes nothing where it is the same. */
export async function renewNotices(place: NoticesPlace): Promise<void> {
  if (noticesItem.read() !== 'on' || findMissing() || Notification.permission !== 'granted') return
  await subscribe(place).catch(() => undefined)
}

async function subscribe({ barId, secret, pushKey }: NoticesPlace): Promise<void> {
  const manager = await findManager()
  if (!manager) throw new Error('no service worker')
  const options = { userVisibleOnly: true, applicationServerKey: pushKey }
  const subscription = await manager.subscribe(options).catch(async () => {
    // One of an earlier key stands in the way.
    await (await manager.getSubscription())?.unsubscribe()
    return manager.subscribe(options)
  })
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  await keepSubscription(barId, secret, { endpoint: endpoint ?? '', p256dh, auth })
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
