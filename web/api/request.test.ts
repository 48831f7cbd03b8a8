import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { TIMINGS } from '#contract/timings.ts'
import { request } from './request.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const nameSchema = v.object({ name: v.string() })

function answer(status: number, body: string) {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => new Response(body, { status }))
  vi.stubGlobal('fetch', fetch)
  return fetch
}

test.each([
  [404, '{"error":{"code":"bar_not_found","message":"No such bar"}}', 'bar_not_found'],
  [500, '<html>', 'internal'],
  [502, '', 'internal'],
  [418, '{"error":{"code":"teapot","message":"unknown code"}}', 'internal'],
  [200, '{"name":7}', 'internal'],
  [200, 'not JSON', 'internal'],
])(
  'an answer (%i %s) that is not the resource is thrown with a code: %s',
  async (status, body, code) => {
    answer(status, body)
    const thrown = { name: 'CodedError', code }
    await expect(request('/api/x', nameSchema)).rejects.toMatchObject(thrown)
  },
)

test('a network error is passed on', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(request('/api/x', nameSchema)).rejects.toBeInstanceOf(TypeError)
})

test.each([
  [{}, TIMINGS.answerWithinMs],
  [{ method: 'POST', json: { photo: '' } } as const, TIMINGS.answerToBodyWithinMs],
])('a request without an answer times out: %j', async (options, withinMs) => {
  const timeout = new AbortController()
  const ofMs = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal)
  const hang = (_: string, { signal }: RequestInit) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
  vi.stubGlobal('fetch', hang)
  const answer = request('/api/x', nameSchema, options)
  timeout.abort(new DOMException('Too late', 'TimeoutError'))
  await expect(answer).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(ofMs).toHaveBeenCalledWith(withinMs)
})

test('the secret is sent in the header, the body as JSON; the answer is the bare resource', async () => {
  const fetch = answer(200, '{"name":"Boteco","more":1}')
  const options = { method: 'POST', json: { a: 1 }, secret: 's3cret' } as const
  expect(await request('/api/x', nameSchema, options)).toEqual({ name: 'Boteco' })
  const [path, init] = fetch.mock.calls[0] ?? []
  expect([path, init]).toMatchObject(['/api/x', { method: 'POST', body: '{"a":1}' }])
  expect(Object.fromEntries(new Headers(init?.headers))).toMatchObject({
    authorization: 'Bearer s3cret',
    'content-type': 'application/json',
  })
})
