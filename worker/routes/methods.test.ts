import { expect, test } from 'vitest'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { API } from '#contract/paths.ts'
import { addAdmin, askAsAdmin, signIn } from '#test/worker/admin.ts'
import { askFromPage, failureOf } from '#test/worker/requests.ts'
import app from '#worker/index.ts'

const ALLOWED = {
  [API.bar]: 'GET, HEAD',
  [API.people]: 'POST',
  [API.blocks]: 'GET, HEAD',
  [API.block]: 'PUT, DELETE',
  [API.socket]: 'GET, HEAD',
  [API.visit]: 'GET, HEAD, PATCH, DELETE',
  [ADMIN_API.session]: 'GET, HEAD, POST, DELETE',
  [ADMIN_API.passwordLink]: 'POST',
  [ADMIN_API.bars]: 'GET, HEAD, POST',
  [ADMIN_API.photos]: 'POST',
  [ADMIN_API.join]: 'POST, PUT',
  '/media/photos/x.webp': 'GET, HEAD',
  '/': 'GET, HEAD',
  '/admin': 'GET, HEAD',
  '/bar/:barId': 'GET, HEAD',
}
const REFUSED = '405 method_not_allowed'
const METHODS = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'PROPFIND',
  'get',
  'Post',
  'HEAD',
]
const token = await signIn(await addAdmin())

test.each(Object.entries(ALLOWED))(
  'T45 %s allows %s, refuses other methods and says so',
  async (pattern, allowed) => {
    const path = pattern.replace(/:\w+/g, 'ZZZZZZ')
    for (const written of METHODS) {
      const { method } = new Request('https://x.test', { method: written })
      if (allowed.split(', ').includes(method)) continue
      const answer = await askAsAdmin(path, { method, token })
      // A response to HEAD has no body.
      const failure = method === 'HEAD' ? String(answer.status) : await failureOf(answer)
      expect([method, failure]).toEqual([method, method === 'HEAD' ? '405' : REFUSED])
      expect(answer.headers.get('Allow')).toBe(allowed)
    }
  },
)

test('T45 every route refuses an unknown method and names those of its path', async () => {
  const paths = new Map<string, string[]>()
  for (const { method, path } of app.routes) {
    if (method !== 'ALL') paths.set(path, [...(paths.get(path) ?? []), method])
  }
  for (const [path, methods] of paths) {
    const answer = await askAsAdmin(path.replace(/:\w+/g, 'ZZZZZZ'), { method: 'PROPFIND', token })
    expect([path, await failureOf(answer)]).toEqual([path, REFUSED])
    // Another pattern may match the same path: "challenge" also reads as an id.
    const allowed = answer.headers.get('Allow')?.split(', ')
    expect(allowed).toEqual(expect.arrayContaining(methods))
  }
})

test('T45 a wrong method without a session is unauthenticated, and an unknown path has no methods', async () => {
  expect(await failureOf(await askFromPage(ADMIN_API.bars, { method: 'DELETE' }))).toBe(
    '401 unauthenticated',
  )
  for (const method of ['GET', 'DELETE', 'OPTIONS']) {
    const answer = await askAsAdmin('/api/admin/nothing', { method, token })
    expect([answer.headers.get('Allow'), await failureOf(answer)]).toEqual([null, '404 not_found'])
  }
})
