import * as v from 'valibot'
import { LIMITS } from './limits.ts'

/** A push subscription of a browser. RFC 8291 fixes the lengths of the keys, in base64url. */
export const subscriptionSchema = v.strictObject({
  endpoint: v.pipe(v.string(), v.maxLength(LIMITS.pushEndpointCharacters)),
  /** An uncompressed point of P-256: its first byte is 4. */
  p256dh: v.pipe(v.string(), v.regex(/^B[\w-]{86}$/)),
  auth: v.pipe(v.string(), v.regex(/^[\w-]{22}$/)),
})
export type Subscription = v.InferOutput<typeof subscriptionSchema>

/** The deployment's public key (VAPID), where this session's browser is subscribed. */
export const subscribedKeySchema = v.object({ pushKey: v.nullable(v.string()) })
export type SubscribedKey = v.InferOutput<typeof subscribedKeySchema>

/** A subscription as the Worker stores it. */
export const placedSubscriptionSchema = v.object({
  ...subscriptionSchema.entries,
  /** The origin that it was made on: the contact for push services (RFC 8292). */
  site: v.string(),
})
export type PlacedSubscription = v.InferOutput<typeof placedSubscriptionSchema>

/** The notice of a message, for the service worker. It holds no text of the message. */
export interface Notice {
  /** The sender's name. The service worker adds the rest, in its language. */
  name: string
  /** The page that a tap opens. A notice replaces an earlier one with the same path. */
  path: string
}

/** A notice for owners and staff. It names no person. */
export interface StaffNotice {
  about: 'help' | 'report'
  /** The bar's name. */
  bar: string
  /** The board, scrolled to this bar or to the calls for help. */
  path: string
  /** The bar's only open call, which a button of the notice answers. Null if there are several. */
  call: NoticedCall | null
}

/** A call for help: its id, and the path of the API that answers it. */
export interface NoticedCall {
  id: string
  path: string
}
