import { Buffer } from 'node:buffer'
import type { Context } from 'hono'
import { CodedError } from '#contract/errors.ts'
import type { PlacedSubscription } from '#contract/notices.ts'
import { subscriptionSchema } from '#contract/notices.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { readJsonBody } from '#worker/http/input.ts'
import { ownOriginOf } from '#worker/http/own-origin.ts'
import { toPushAddress } from './push-services.ts'
import { vapidKeysOf } from './vapid.ts'

/**
 * Throws `not_found` if the site has no notices, `invalid_request` for an unknown push service and for a
 * key that no notice could be sealed for.
 */
export async function readSubscription(c: Context<AppEnv>): Promise<PlacedSubscription> {
  if (!vapidKeysOf(c.env)) throw new CodedError('not_found')
  const subscription = await readJsonBody(c.req.raw, subscriptionSchema)
  const isKnown = toPushAddress(subscription.endpoint, c.env.LOCAL_PUSH_SERVICE) !== null
  if (!isKnown || !(await isPoint(subscription.p256dh))) throw new CodedError('invalid_request')
  return { ...subscription, site: ownOriginOf(c.req.raw, c.env) }
}

async function isPoint(p256dh: string): Promise<boolean> {
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const point = Buffer.from(p256dh, 'base64url')
  return crypto.subtle.importKey('raw', point, curve, false, []).then(
    () => true,
    () => false,
  )
}
