import * as v from 'valibot'
import type { Subscription } from '#contract/notices.ts'
import { toApi } from '#contract/paths.ts'
import { request } from './request.ts'

export async function keepSubscription(
  barId: string,
  secret: string,
  subscription: Subscription,
): Promise<void> {
  const options = { method: 'PUT', secret, json: subscription } as const
  await request(toApi.notices(barId), v.unknown(), options)
}

export async function endSubscription(barId: string, secret: string): Promise<void> {
  await request(toApi.notices(barId), v.unknown(), { method: 'DELETE', secret })
}
