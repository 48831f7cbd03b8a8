import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { address } from '#contract/address.ts'
import { API } from '#contract/paths.ts'
import { withQueries } from '#test/worker/admin.ts'
import { askFromPage, failureOf } from '#test/worker/requests.ts'
import { log } from './log.ts'

function listen() {
  const spy = vi.spyOn(env.CAUSES, 'writeDataPoint').mockImplementation(() => {})
  return () => spy.mock.calls.map(([point]) => point)
}

test('T43 a refusal is counted by its code and the route’s pattern, without the address', async () => {
  const points = listen()
  expect(await failureOf(await askFromPage(address(API.visit, { barId: 'K7M2QX' })))).toBe(
    '401 no_visit',
  )
  const [refused, ...others] = points()
  expect(refused).toMatchObject({ indexes: ['no_visit'] })
  expect(refused?.blobs).toEqual(['refused', 'no_visit', expect.stringMatching(/^\/api\//)])
  expect(JSON.stringify(points())).not.toContain('K7M2QX')
  expect(others).toEqual([])
})

test('a request that fails because D1 is away is counted once, as an error', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const points = listen()
  const DB = withQueries(() => {
    throw new Error('D1_ERROR: D1 DB is overloaded')
  })
  expect(
    await failureOf(await askFromPage(address(API.bar, { barId: 'K7M2QX' }), {}, { DB })),
  ).toBe('503 unavailable')
  expect(points().map((point) => point?.indexes)).toEqual([['request_failed']])
})

test('T43 logged warnings and errors are counted, and information is not', () => {
  for (const level of ['warn', 'error', 'info', 'debug'] as const) {
    vi.spyOn(console, level).mockImplementation(() => {})
  }
  const points = listen()
  log('request_failed', {
    requestId: 'canary',
    route: '/api/bars/:barId',
    error: new Error('canary'),
  })
  log('photo_not_erased', { barId: 'canary' })
  log('sweep_done')
  log('socket_send_failed')
  expect(points()).toEqual([
    { indexes: ['request_failed'], blobs: ['error', 'request_failed', '/api/bars/:barId'] },
    { indexes: ['photo_not_erased'], blobs: ['warn', 'photo_not_erased', ''] },
  ])
})

test('R8 lines are logged and requests refused even if the platform takes no more data points', async () => {
  const lines = vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(env.CAUSES, 'writeDataPoint').mockImplementation(() => {
    throw new Error('too many data points')
  })
  for (let row = 0; row < 30; row += 1) log('photo_not_erased')
  expect(lines).toHaveBeenCalledTimes(30)
  expect(await failureOf(await askFromPage(address(API.visit, { barId: 'K7M2QX' })))).toBe(
    '401 no_visit',
  )
})
