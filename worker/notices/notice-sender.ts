import { WorkerEntrypoint } from 'cloudflare:workers'
import { createHash } from 'node:crypto'
import { encryptNotification, vapidHeaders } from '@block65/webcrypto-web-push'
import type { Notice, Subscription } from '#contract/notices.ts'
import { TIMINGS } from '#contract/timings.ts'
import { log } from '#worker/log.ts'
import type { PlacedSubscription } from '#worker/room/rpc.ts'
import { toPushAddress } from './push-services.ts'
import { vapidKeysOf } from './vapid.ts'

/** A push service has forgotten the subscription. */
const GONE = [404, 410]
/** RFC 8030 allows no more. */
const TOPIC_CHARACTERS = 32

/**
 * Sends notices for the rooms, which do not wait: a fetch of a room's own would keep it awake. It
 * keeps nothing and tries once.
 */
export class NoticeSender extends WorkerEntrypoint<Env> {
  /** True if the subscription is good for nothing any more. Never throws. */
  async send(subscription: PlacedSubscription, notice: Notice): Promise<boolean> {
    const keys = vapidKeysOf(this.env)
    const address = toPushAddress(subscription.endpoint, this.env.LOCAL_PUSH_SERVICE)
    if (!keys || !address) return address === null
    try {
      const response = await fetch(address, {
        ...(await toRequest(subscription, notice, { ...keys, subject: subscription.site })),
        // A redirect could lead anywhere.
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMINGS.noticeSentWithinMs),
      })
      await response.body?.cancel()
      if (!response.ok) log('notice_refused', { status: response.status })
      return GONE.includes(response.status)
    } catch (error) {
      log('notice_not_sent', { error })
      return false
    }
  }
}

async function toRequest(
  { endpoint, p256dh, auth }: Subscription,
  notice: Notice,
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
      Topic: toTopic(notice.path),
      Urgency: 'high',
    },
    body: await encryptNotification(subscription, text),
  }
}

/** A push service keeps the last one of a topic. It does not learn which conversation that is. */
function toTopic(path: string): string {
  return createHash('sha256').update(path).digest('base64url').slice(0, TOPIC_CHARACTERS)
}
