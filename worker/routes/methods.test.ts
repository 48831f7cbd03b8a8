import { expect, test } from 'vitest'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { API } from '#contract/paths.ts'
import { addAdmin, askAsAdmin, signIn } from '#test/worker/admin.ts'
import { failureOf } from '#test/worker/requests.ts'

const ALLOWED = {
  [API.bar]: 'GET, HEAD',
  [API.people]: 'POST',
  [API.conversation]: 'GET, HEAD',
  [API.leaving]: 'PUT, DELETE',
  [API.blocks]: 'GET, HEAD',
  [API.block]: 'PUT, DELETE',
  [API.socket]: 'GET',
  [ADMIN_API.session]: 'GET, HEAD, POST, DELETE',
  [ADMIN_API.passwordLink]: 'POST',
  [ADMIN_API.bars]: 'GET, HEAD, POST',
  [ADMIN_API.photos]: 'POST',
  ...{ '/': 'GET, HEAD', '/admin': 'GET, HEAD', '/bar/:barId': 'GET, HEAD' },
}
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'get', 'Post']
const token = await signIn(await addAdmin())

test.each(Object.entries(ALLOWED))(
  'T45 %s takes %s and no other method, and says so',
  async (pattern, allowed) => {
    const path = pattern.replace(/:\w+/g, 'ZZZZZZ')
    for (const written of METHODS) {
      const { method } = new Request('https://x.test', { method: written })
      if (allowed.split(', ').includes(method)) continue
      const answer = await askAsAdmin(path, { method, token })
      expect([method, await failureOf(answer)]).toEqual([method, '405 method_not_allowed'])
      expect(answer.headers.get('Allow')).toBe(allowed)
    }
  },
)
