import fc from 'fast-check'
import { expect, test } from 'vitest'
import { API } from '#contract/paths.ts'
import { ask, askFromPage, failureOf } from '#test/worker/requests.ts'
import { runs } from '#test/worker/runs.ts'

const ALLOWED: Record<string, string> = {
  [API.bar]: 'GET, HEAD',
  [API.people]: 'POST',
  [API.conversation]: 'GET, HEAD',
  [API.leaving]: 'PUT, DELETE',
  [API.blocks]: 'GET, HEAD',
  [API.block]: 'PUT, DELETE',
  [API.socket]: 'GET',
}
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'get', 'Post']

for (const [pattern, allowed] of Object.entries(ALLOWED)) {
  const path = pattern.replace(/:\w+/g, 'ZZZZZZ')
  const others = METHODS.map((method) => new Request('https://x.test', { method }).method).filter(
    (method) => !allowed.split(', ').includes(method),
  )
  test.each(others)(`T45 ${path} does not take %s and says what it takes`, async (method) => {
    const answer = await askFromPage(path, { method })
    expect(await failureOf(answer)).toBe('405 method_not_allowed')
    expect(answer.headers.get('Allow')).toBe(allowed)
  })
}

test('T45 no path beside a known one under /api reaches a handler', async () => {
  const path = '/api/bars/ZZZZZZ/visit/leaving'
  const noise = fc.constantFrom(
    '/',
    '//',
    '/.',
    ';x',
    '%00',
    '%2e',
    '\\',
    '.json',
    '%20',
    'A',
    '%2f',
  )
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
