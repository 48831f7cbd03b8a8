import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, inject, test } from 'vitest'
import { BUILT_WORKER_CONFIG, SECRETS_FILE } from '#scripts/paths.ts'
import { listClientFiles, readClientFile } from './built-files.ts'

/** Every kind of file that may be uploaded. */
const SERVED =
  /^(?:assets\/[\w.-]+\.(?:js|css|woff2|wasm|svg|png|webp)|index\.html|service-worker\.js|_headers|\.assetsignore|[\w-]+\.(?:svg|png|ico|txt))$/

const FORBIDDEN_PATHS = [
  '/.dev.vars',
  '/.env',
  '/.git/config',
  '/.assetsignore',
  '/.vite/manifest.json',
  '/manifest.json',
  '/_headers',
  '/wrangler.json',
  '/wrangler.toml',
  '/package.json',
  '/assets/index.js.map',
  '/assets/.dev.vars',
  '/api/test',
  '/api/debug',
]

const readSecrets = (): string[] =>
  [...readFileSync(SECRETS_FILE, 'utf8').matchAll(/^\w+=(.+)$/gm)].map(([, value = '']) => value)

test('T49 nothing is uploaded but pages, assets and their headers', () => {
  expect(listClientFiles().filter((path) => !SERVED.test(path))).toEqual([])
})

test('T49 no source map is built or pointed to', () => {
  const pointing = listClientFiles()
    .filter((path) => /\.(?:js|css)$/.test(path))
    .filter((path) => readClientFile(path).includes('sourceMappingURL'))
  expect(pointing).toEqual([])
})

test('T49 no secret is baked into what is served or into the Worker', () => {
  const worker = readFileSync(`${dirname(BUILT_WORKER_CONFIG)}/index.js`)
  const config = readFileSync(BUILT_WORKER_CONFIG)
  const everything = [worker, config, ...listClientFiles().map(readClientFile)]
  const secrets = readSecrets()
  expect(secrets.length).toBeGreaterThan(0)
  for (const secret of secrets) {
    expect(everything.some((file) => file.includes(secret))).toBe(false)
  }
})

test.each(FORBIDDEN_PATHS)('T49 %s is not there', async (path) => {
  const answer = await fetch(`${inject('origin')}${path}`)
  await answer.arrayBuffer()
  expect(answer.status).toBe(404)
})
