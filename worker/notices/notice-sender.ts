import { WorkerEntrypoint } from 'cloudflare:workers'
import { encryptNotification, vapidHeaders } from '@block65/webcrypto-web-push'
import { address } from '#contract/address.ts'
import { ADMIN_API, toBoardPage } from '#contract/admin-paths.ts'
import type { OpenCall } from '#contract/help.ts'
import type { Notice, PlacedSubscription, StaffNotice, Subscription } from '#contract/notices.ts'
import { TIMINGS } from '#contract/timings.ts'
import { hmac } from '#worker/auth/tokens.ts'
import { forgetStaffSubscription, listStaffSubscriptions } from '#worker/db/staff-subscriptions.ts'
import { log } from '#worker/log.ts'
import { toPushAddress } from './push-services.ts'
import { vapidKeysOf } from './vapid.ts'

/** The push service has dropped the subscription. */
const GONE = [404, 410]
const SERVER_ERROR = 500
/** The maximum of RFC 8030. */
const TOPIC_CHARACTERS = 32

/** `gone`: the subscription is dead. `failed`: the push service does not work. */
export type Sending = 'done' | 'gone' | 'failed'

/**
 * Sends notices for the rooms, which do not wait for them: a room's own fetch would keep it awake.
 * The sender has no state and tries once.
 */
export class NoticeSender extends WorkerEntrypoint<Env> {
  /** Never throws. */
  async send(subscription: PlacedSubscription, notice: Notice | StaffNotice): Promise<Sending> {
    const keys = vapidKeysOf(this.env)
    const address = toPushAddress(subscription.endpoint, this.env.LOCAL_PUSH_SERVICE)
    if (!address) return 'gone'
    if (!keys) return 'done'
    try {
      const response = await fetch(address, {
        ...(await toRequest(subscription, notice, { ...keys, subject: subscription.site })),
        // A redirect could lead anywhere.
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMINGS.noticeSentWithinMs),
      })
      await response.body?.cancel()
      if (!response.ok) log('notice_refused', { status: response.status })
      if (GONE.includes(response.status)) return 'gone'
      return response.status >= SERVER_ERROR ? 'failed' : 'done'
    } catch (error) {
      log('notice_not_sent', { error })
      return 'failed'
    }
  }

  /** Notifies the phones of the bar's owners and staff. Deletes dead subscriptions. */
  async notifyStaff(
    barId: string,
    about: StaffNotice['about'],
    open: OpenCall | null,
  ): Promise<void> {
    const path = toBoardPage(barId, about)
    const call = open && {
      id: open.id,
      path: address(ADMIN_API.personHelp, { barId, personId: open.personId }),
    }
    const kept = await listStaffSubscriptions(this.env.DB, barId, Date.now())
    await Promise.all(
      kept.map(async ({ barName: bar, subscription }) => {
        const sending = await this.send(subscription, { about, bar, path, call })
        if (sending === 'gone') await forgetStaffSubscription(this.env.DB, subscription)
      }),
    )
  }
}

async function toRequest(
  { endpoint, p256dh, auth }: Subscription,
  notice: Notice | StaffNotice,
  vapid: { publicKey: string; privateKey: string; subject: string },
): Promise<RequestInit> {
  const subscription = { endpoint, expirationTime: null, keys: { p256dh, auth } }
  const { headers } = await vapidHeaders(subscription, vapid)
  const text = new TextEncoder().encode(JSON.stringify(notice))
  return {
    method: 'POST',
    headers: {
      ...headers,
      'Content-Encoding': 'aes128gcm',
      'Content-Type': 'application/octet-stream',
      TTL: String(TIMINGS.noticeLivesMs / 1_000),
      Topic: toTopic(notice, vapid.privateKey),
      Urgency: 'high',
    },
    body: await encryptNotification(subscription, text),
  }
}

/** A push service keeps the last notice of a topic. The key hides the bar from a guess by its code. */
function toTopic(notice: Notice | StaffNotice, key: string): string {
  const about = 'about' in notice ? notice.about : ''
  const hash = hmac(key, 'topic', about + notice.path)
  return hash.toString('base64url').slice(0, TOPIC_CHARACTERS)
}
