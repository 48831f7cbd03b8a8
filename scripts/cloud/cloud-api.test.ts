import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { FalseCloud, TOKEN } from '#test/cloud/false-api.ts'
import { CloudApi } from './cloud-api.ts'

let cloud: FalseCloud

beforeEach(async () => {
  cloud = new FalseCloud()
  await cloud.start()
  onTestFinished(() => cloud.stop())
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})

const refuseAll = (retryAfter?: string): void => {
  const header = retryAfter === undefined ? {} : { retryAfter }
  cloud.fault = { method: 'GET', path: /^\/accounts$/, status: 429, ...header }
}

test('a request that comes too early is repeated after the time that Cloudflare names', async () => {
  refuseAll('241')
  const wait = vi.fn(async () => {
    cloud.fault = null
  })
  expect(await new CloudApi(TOKEN, undefined, wait).chooseAccount()).toBe('Test')
  expect(wait.mock.calls).toEqual([[241_000]])
})

test('a request that is refused each time fails after three waits', async () => {
  refuseAll('300')
  const wait = vi.fn(async () => {})
  const asking = new CloudApi(TOKEN, undefined, wait).chooseAccount()
  await expect(asking).rejects.toThrow(/with 429.*Run the command again/)
  expect(wait).toHaveBeenCalledTimes(3)
})

test.each([undefined, '86400', 'Wed, 21 Oct 2026 07:28:00 GMT', '-5'])(
  'a 429 whose retry-after is %s fails at once',
  async (retryAfter) => {
    refuseAll(retryAfter)
    const wait = vi.fn(async () => {})
    await expect(new CloudApi(TOKEN, undefined, wait).chooseAccount()).rejects.toThrow('429')
    expect(wait).not.toHaveBeenCalled()
  },
)
