import { expect, test, vi } from 'vitest'
import { address } from '#contract/address.ts'
import { API } from '#contract/paths.ts'
import { ask, failureOf } from '#test/worker/requests.ts'

const NEW_KEY = 'a-new-key-of-this-test-that-is-long-enough'

test.each([
  ['VISIT_SIGNING_KEY', 'x'.repeat(31)],
  ['VISIT_SIGNING_KEY', ''],
  ['VISIT_SIGNING_KEY', `2:${NEW_KEY} 1:short`],
  ['PASSWORD_PEPPER', `2:${NEW_KEY},1:${NEW_KEY}`],
  ['VAPID_PRIVATE_KEY', 'x'.repeat(44)],
  ['VAPID_PRIVATE_KEY', ''],
])('with %s = %j every request is a 500 that the log explains', async (name, secret) => {
  const lines = vi.spyOn(console, 'error').mockImplementation(() => {})
  for (const path of ['/', address(API.bar, { barId: 'K7M2QX' }), '/api/nope']) {
    expect(await failureOf(await ask(path, {}, { [name]: secret }))).toBe('500 internal')
  }
  const logged = lines.mock.calls.map(([line]) => JSON.parse(line))
  expect(logged[0]).toEqual({ event: 'key_unusable', level: 'error', setting: name })
  expect(logged).toHaveLength(3)
})
