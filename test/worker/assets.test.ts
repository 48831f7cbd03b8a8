import { expect, inject, test } from 'vitest'
import { TEMPLATES } from '#contract/paths.ts'
import { listClientFiles } from './built-files.ts'
import { expectSecure, SAME_EVERYWHERE } from './secure-headers.ts'

const TEMPLATES_BUILT = Object.values(TEMPLATES)
const NOT_SERVED = ['.assetsignore', '_headers', ...TEMPLATES_BUILT.map((path) => path.slice(1))]
const FILES = listClientFiles().filter((path) => !NOT_SERVED.includes(path))
const ASSET = `/${FILES.find((path) => /^assets\/.*\.js$/.test(path))}`

const ask = (path: string, init?: RequestInit) =>
  fetch(`${inject('origin')}${path}`, { redirect: 'manual', ...init })

/** Answers of the platform, and one of the Worker, whose other answers are tested elsewhere. */
const CLASSES: [string, number, string, RequestInit?][] = [
  ['an asset asked wrongly', 405, ASSET, { method: 'POST' }],
  ['an asset in another spelling', 307, `/${ASSET}`],
  ['an asset asked for its head', 200, ASSET, { method: 'HEAD' }],
  ['an asset that is not there', 404, '/assets/of-the-next-deploy.js'],
  ['an asset that is not there, asked wrongly', 404, '/assets/x.js', { method: 'POST' }],
  ['the service worker asked wrongly', 405, '/service-worker.js', { method: 'PUT' }],
  ['the list of headers', 404, '/_headers'],
  ...TEMPLATES_BUILT.map((path): [string, number, string] => ['the template', 404, path]),
  ['an unknown page', 404, '/nope'],
]

test.each(CLASSES)('T37 the answer to %s (%i) carries every security header', async (...row) => {
  const [, status, path, init] = row
  const answer = await ask(path, init)
  expect(answer.status).toBe(status)
  const headers = await expectSecure(answer)
  // A 404 must not be cached, because the next deploy may bring the file.
  if (status === 404) expect(headers['cache-control']).toBe('no-store')
})

test('T37 T62 a file carries what a page carries, word for word, and a hashed one is kept for good', async () => {
  const page = await expectSecure(await ask('/'))
  for (const path of FILES) {
    const answer = await ask(`/${path}`)
    expect([path, answer.status]).toEqual([path, 200])
    const file = await expectSecure(answer)
    for (const name of SAME_EVERYWHERE) expect([path, file[name]]).toEqual([path, page[name]])
    const isKept = file['cache-control'] === 'public, max-age=31536000, immutable'
    expect([path, isKept]).toEqual([path, path.startsWith('assets/')])
  }
})

const NO_PAGE = "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
const POLICIES = {
  'native-worker': `default-src 'none'; script-src 'self'; ${NO_PAGE}`,
  'jsqr-worker': `default-src 'none'; script-src 'self'; ${NO_PAGE}`,
  'zxing-worker': `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; ${NO_PAGE}`,
}

test.each(Object.entries(POLICIES))(
  'T36 %s may do nothing but read pictures',
  async (name, policy) => {
    const [path, ...others] = FILES.filter((file) => file.startsWith(`assets/${name}-`))
    expect(others).toEqual([])
    const headers = await expectSecure(await ask(`/${path}`))
    expect(headers['content-security-policy']).toBe(policy)
  },
)
