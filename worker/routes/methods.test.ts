import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { API } from '#contract/paths.ts'
import { addAdmin, askAsAdmin, signIn } from '#test/worker/admin.ts'
import { ask, failureOf, statusOf } from '#test/worker/requests.ts'
import { runs } from '#test/worker/runs.ts'
import app from '#worker/index.ts'

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

test('T45 no route takes a method that it does not name, from a stranger or an administrator', async () => {
  const paths = app.routes.filter(({ handler, method }) => handler.length < 2 && method === 'ALL')
  expect(paths.length).toBeGreaterThan(40)
  for (const { path } of paths) {
    const named = path.replace(/:\w+/g, 'ZZZZZZ').replace('*', 'nothing')
    for (const by of [{}, { token }]) {
      const status = await statusOf(askAsAdmin(named, { method: 'PROPFIND', ...by }))
      expect([401, 404, 405], path).toContain(status)
    }
  }
})

test('T45 no path beside a known one under /api reaches a handler', async () => {
  const path = '/api/bars/ZZZZZZ/visit/leaving'
  const pieces = ['/', '//', '/.', ';x', '%00', '%2e', '\\', '.json', '%20', 'A', '%2f']
  const noise = fc.constantFrom(...pieces)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: path.length }), noise, async (at, piece) => {
      const mutated = path.slice(0, at) + piece + path.slice(at)
      const { pathname } = new URL(mutated, 'https://x.test')
      fc.pre(decodeURI(pathname) !== path)
      const answer = await ask(`https://brinde.test${mutated}`)
      expect([404, 405]).toContain(answer.status)
      await answer.text()
    }),
    { numRuns: runs(500, 5_000) },
  )
})
