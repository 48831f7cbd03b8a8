import { expect, test } from 'vitest'
import { toApi } from '#contract/paths.ts'
import { aSubscriber } from '#test/fakes/push-service.ts'
import { askFromPage, enterBar, failureOf } from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'

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
  const { barId } = await Bar.open()
  const { secret } = await enterBar(barId)
  const { subscription } = await aSubscriber(ENDPOINT)
  const json = { ...subscription, ...changed }
  const answer = await askFromPage(toApi.notices(barId), { method: 'PUT', secret, json })
  expect(await failureOf(answer)).toBe('400 invalid_request')
})

test('a deployment without a key has no notices', async () => {
  const { barId } = await Bar.open()
  const { secret } = await enterBar(barId)
  const { subscription: json } = await aSubscriber(ENDPOINT)
  const question = { method: 'PUT', secret, json }
  expect((await askFromPage(toApi.notices(barId), question)).status).toBe(204)
  const off = { VAPID_PRIVATE_KEY: 'off' }
  const answer = await askFromPage(toApi.notices(barId), question, off)
  expect(await failureOf(answer)).toBe('404 not_found')
})
