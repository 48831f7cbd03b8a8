import * as v from 'valibot'
import { barIdSchema } from './bar-id.ts'

/** Public: the bar ID hangs on the bar's wall. */
export const publicBarSchema = v.object({
  id: barIdSchema,
  name: v.string(),
  city: v.string(),
  logoUrl: v.nullable(v.string()),
  photoUrls: v.array(v.string()),
  description: v.nullable(v.string()),
  coverUrl: v.nullable(v.string()),
  tonight: v.nullable(v.string()),
  paused: v.boolean(),
  /** Whether entering needs the night's code. */
  asksForCode: v.boolean(),
})
export type PublicBar = v.InferOutput<typeof publicBarSchema>

/** People online now. The count is null below `LIMITS.onlineShownFrom` and when it is unknown. */
export const onlineCountSchema = v.object({ online: v.nullable(v.number()) })
export type OnlineCount = v.InferOutput<typeof onlineCountSchema>

export const SUBSCRIPTION_PLANS = ['trial', 'monthly', 'quarterly', 'yearly'] as const
export type SubscriptionPlan = (typeof SUBSCRIPTION_PLANS)[number]
export const DEFAULT_SUBSCRIPTION_PLAN: SubscriptionPlan = 'trial'
