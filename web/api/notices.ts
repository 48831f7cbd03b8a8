import * as v from 'valibot'
import { address } from '#contract/address.ts'
import type { Subscription } from '#contract/notices.ts'
import { API } from '#contract/paths.ts'
import { request } from './request.ts'

export async function keepSubscription(
  barId: string,
  secret: string,
  subscription: Subscription,
): Promise<void> {
  const options = { method: 'PUT', secret, json: subscription } as const
  await request(address(API.notices, { barId }), v.unknown(), options)
}

export async function endSubscription(barId: string, secret: string): Promise<void> {
  await request(address(API.notices, { barId }), v.unknown(), { method: 'DELETE', secret })
}
