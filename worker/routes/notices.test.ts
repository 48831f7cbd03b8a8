import { expect, test } from 'vitest'
import { address } from '#contract/address.ts'
import { API } from '#contract/paths.ts'
import { aSubscriber } from '#test/fakes/push-service.ts'
import { askFromPage, aVisit, failureOf } from '#test/worker/requests.ts'

const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/x'

test.each([
  { endpoint: 'https://169.254.169.254/latest/meta-data/' },
  { endpoint: 'https://push.example/x' },
  { endpoint: 'https://push.localhost/x' },
  { endpoint: `https://fcm.googleapis.com/${'x'.repeat(1_000)}` },
  { p256dh: 'A'.repeat(87) },
  { p256dh: 'B'.repeat(88) },
  { auth: 'A'.repeat(21) },
  { extra: 'x' },
])('T61 a subscription with %o is refused', async (changed) => {
  const { barId, secret } = await aVisit()
  const { subscription } = await aSubscriber(ENDPOINT)
  const json = { ...subscription, ...changed }
  const answer = await askFromPage(address(API.notices, { barId }), { method: 'PUT', secret, json })
  expect(await failureOf(answer)).toBe('400 invalid_request')
})

test('T61 O9 a key that is no point of the curve is refused', async () => {
  const { barId, secret } = await aVisit()
  const { subscription } = await aSubscriber(ENDPOINT)
  const put = async (p256dh: string) => {
    const json = { ...subscription, p256dh }
    return askFromPage(address(API.notices, { barId }), { method: 'PUT', secret, json })
  }
  const bytes = Buffer.from(subscription.p256dh, 'base64url')
  for (const at of [1, 32, 33, 64]) {
    const flipped = Buffer.from(bytes)
    flipped[at] = (flipped[at] ?? 0) ^ 1
    expect(await failureOf(await put(flipped.toString('base64url')))).toBe('400 invalid_request')
  }
  for (const point of [`B${'A'.repeat(86)}`, `B${'_'.repeat(86)}`])
    expect(await failureOf(await put(point))).toBe('400 invalid_request')
  // Decoding would drop the sign, so that the point alone is right.
  expect(await failureOf(await put(`${subscription.p256dh}=`))).toBe('400 invalid_request')
  expect((await put(subscription.p256dh)).status).toBe(204)
})

test('a deployment without a key has no notices', async () => {
  const { barId, secret } = await aVisit()
  const { subscription: json } = await aSubscriber(ENDPOINT)
  const question = { method: 'PUT', secret, json }
  expect((await askFromPage(address(API.notices, { barId }), question)).status).toBe(204)
  const answer = await askFromPage(address(API.notices, { barId }), question, {
    VAPID_PRIVATE_KEY: 'off',
  })
  expect(await failureOf(answer)).toBe('404 not_found')
})
