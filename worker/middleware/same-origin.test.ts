import { expect, test } from 'vitest'
import { ask, failureOf, ORIGIN } from '#test/worker/requests.ts'

const PATH = '/api/bars/ZZZZZZ/visit/notices'
const READ = '/api/bars/ZZZZZZ'
const TYPES = [undefined, 'application/json', 'text/plain', 'application/x-www-form-urlencoded']

const SENDERS: [site: string | undefined, origin: string | undefined, own: boolean][] = [
  ['same-origin', undefined, true],
  ['same-origin', ORIGIN, true],
  ['same-site', undefined, false],
  ['same-site', ORIGIN, false],
  ['cross-site', undefined, false],
  ['cross-site', ORIGIN, false],
  ['none', undefined, false],
  ['none', ORIGIN, false],
  ['', ORIGIN, false],
  ['same-origin, cross-site', ORIGIN, false],
  [undefined, ORIGIN, true],
  [undefined, undefined, false],
  [undefined, 'null', false],
  [undefined, 'https://evil.example', false],
  [undefined, `${ORIGIN}.evil.example`, false],
  [undefined, ORIGIN.replace('https', 'http'), false],
]

const send = (path: string, method: string, headers: Record<string, string | undefined>) =>
  ask(path, {
    method,
    headers: Object.entries(headers).filter(
      (entry): entry is [string, string] => !!entry[1] || entry[1] === '',
    ),
  })

test.each(SENDERS)(
  'T20 a write from site %s and origin %s counts as the own page: %s',
  async (site, origin, own) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      for (const type of TYPES) {
        const headers = { 'Sec-Fetch-Site': site, Origin: origin, 'Content-Type': type }
        const failure = await failureOf(await send(PATH, method, headers))
        expect(failure === '403 foreign_origin').toBe(!own)
      }
    }
  },
)

test.each([
  ['cross-site', '403 foreign_origin'],
  ['same-site', '403 foreign_origin'],
  ['same-origin', '404 bar_not_found'],
  ['none', '404 bar_not_found'],
  [undefined, '404 bar_not_found'],
])('T37 a read of the API from site %s gets %s', async (site, expected) => {
  expect(await failureOf(await send(READ, 'GET', { 'Sec-Fetch-Site': site }))).toBe(expected)
})

test('T20 another site’s page gets the same refusal for an unknown path', async () => {
  expect(await failureOf(await send('/api/nope', 'POST', {}))).toBe('403 foreign_origin')
})
