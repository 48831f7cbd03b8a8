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

/** As the Worker keeps it. */
export const placedSubscriptionSchema = v.object({
  ...subscriptionSchema.entries,
  /** That it was made on: whom a push service may turn to (RFC 8292). */
  site: v.string(),
})
export type PlacedSubscription = v.InferOutput<typeof placedSubscriptionSchema>

/** What the service worker gets of a message. Nothing that somebody wrote is in it. */
export interface Notice {
  /** Of whoever wrote. The service worker says the rest, in its language. */
  name: string
  /** The page that a press opens. Of two with one path the later replaces the earlier. */
  path: string
}

/** For owners and staff. Nobody is named. */
export interface StaffNotice {
  about: 'help' | 'report'
  /** Its name. */
  bar: string
  /** The board, at this bar or at its calls. */
  path: string
}
