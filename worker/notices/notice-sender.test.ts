import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { aSubscriber, readVapid } from '#test/fakes/push-service.ts'
import { WRITING_SYSTEMS } from '#test/fakes/writing-systems.ts'
import { NoticeSender } from './notice-sender.ts'
import { vapidKeysOf } from './vapid.ts'

const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/abc'
const NOTICE = { name: 'Zoë 🍻', path: '/bar/ABC234/chat/1' }
const SITE = 'https://brinde.example'

type Notice = Parameters<NoticeSender['send']>[1]

/** Sends a notice to a new subscription at the endpoint, or to the given one. */
async function send(
  notice: Notice = NOTICE,
  { endpoint = ENDPOINT, ...settings }: Partial<Env> & { endpoint?: string } = {},
  browser?: Awaited<ReturnType<typeof aSubscriber>>,
) {
  const { subscription } = browser ?? (await aSubscriber(endpoint))
  const sender = new NoticeSender(createExecutionContext(), { ...env, ...settings })
  return sender.send({ ...subscription, site: SITE }, notice)
}

/** Fakes a push service with this answer. Returns the requests that it gets. */
function answering(answer: () => Promise<Response>): Request[] {
  const asked: Request[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation((...args) => {
    asked.push(new Request(...args))
    return answer()
  })
  return asked
}

const answersWith = (status: number) => answering(async () => new Response('', { status }))

test('a notice is encrypted for the subscription’s keys alone, and padded to one length', async () => {
  const asked = answersWith(201)
  const [browser, other] = [await aSubscriber(ENDPOINT), await aSubscriber(ENDPOINT)]
  expect(await send(NOTICE, {}, browser)).toBe('done')
  await send({ ...NOTICE, name: 'Bo' })
  const [body, shorter] = await Promise.all(asked.map((request) => request.arrayBuffer()))
  if (!body) throw new Error('nothing was sent')
  expect(JSON.parse(await browser.read(body))).toEqual(NOTICE)
  await expect(other.read(body)).rejects.toThrow()
  expect(shorter?.byteLength).toBe(body.byteLength)
})

test('O4 a notice brings names of thirty writing systems as they were typed', async () => {
  const asked = answersWith(201)
  const browser = await aSubscriber(ENDPOINT)
  const names = WRITING_SYSTEMS.map(([, name]) => name)
  for (const name of names) await send({ ...NOTICE, name }, {}, browser)
  const bodies = await Promise.all(asked.map((request) => request.arrayBuffer()))
  const read = bodies.map(async (body) => JSON.parse(await browser.read(body)).name)
  expect(await Promise.all(read)).toEqual(names)
})

test('T61 a notice is signed, follows no redirect, lives an hour and replaces its conversation’s last one', async () => {
  const asked = answersWith(201)
  const notices = [NOTICE, NOTICE, { ...NOTICE, path: '/bar/ABC234/chat/2' }]
  for (const notice of notices) await send(notice)
  // A push service cannot find the bar of a notice by hashing the code of every bar.
  await send(NOTICE, {
    VAPID_PRIVATE_KEY: Buffer.alloc(32, 'another key').toString('base64url'),
  })
  const [first] = asked.map(({ headers }) => headers)
  const vapid = await readVapid(first?.get('Authorization') ?? '')
  expect(vapid.header).toEqual({ typ: 'JWT', alg: 'ES256' })
  expect(vapid.claims).toMatchObject({ aud: 'https://fcm.googleapis.com', sub: SITE })
  expect(Number(vapid.claims.exp) - Date.now() / 1_000).toBeLessThan(24 * 3_600)
  expect(vapid.publicKey).toBe(vapidKeysOf(env)?.publicKey)
  expect(Object.fromEntries(first ?? [])).toMatchObject({
    ttl: '3600',
    urgency: 'high',
    'content-encoding': 'aes128gcm',
    topic: expect.stringMatching(/^[\w-]{32}$/),
  })
  const [topic, again, ...others] = asked.map(({ headers }) => headers.get('Topic'))
  expect(again).toBe(topic)
  expect(new Set([topic, ...others]).size).toBe(3)
  expect(asked[0]?.redirect).toBe('manual')
})

test.each([
  [201, 'done'],
  [404, 'gone'],
  [410, 'gone'],
  [429, 'done'],
  [500, 'failed'],
  [503, 'failed'],
  [301, 'done'],
])('a push service’s %i makes the sending %s', async (status, sending) => {
  const lines = vi.spyOn(console, 'error').mockImplementation(() => {})
  answersWith(status)
  expect(await send()).toBe(sending)
  const logged = lines.mock.calls.map(([line]) => JSON.parse(line))
  expect(logged).toEqual(status === 201 ? [] : [{ event: 'notice_refused', level: 'warn', status }])
})

test('a silent push service times out after five seconds', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
  answering(async () => {
    throw new DOMException('late', 'TimeoutError')
  })
  expect(await send()).toBe('failed')
  expect(limit).toHaveBeenCalledWith(5_000)
})

test.each([
  [{ endpoint: 'https://evil.example/x' }, 'gone'],
  [{ VAPID_PRIVATE_KEY: '' }, 'done'],
  [{ VAPID_PRIVATE_KEY: 'off' }, 'done'],
  [{ VAPID_PRIVATE_KEY: 'A'.repeat(43) }, 'done'],
])('T61 no notice goes to another host, and none without a key: %j', async (changes, sending) => {
  const asked = answersWith(201)
  expect([await send(NOTICE, changes), asked]).toEqual([sending, []])
})
