import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, inject, test } from 'vitest'
import { BUILT_WORKER_CONFIG, ROOT, SECRETS_FILE } from '#scripts/paths.ts'
import { listClientFiles, readClientFile } from './built-files.ts'

/** Every kind of file that may be uploaded. */
const SERVED =
  /^(?:assets\/[\w.-]+\.(?:js|css|woff2|wasm|svg|png|webp)|index(?:-\w+)?\.html|service-worker(?:-\w+)?\.js|_headers|\.assetsignore|[\w-]+\.(?:svg|png|ico|txt))$/

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

/** What somebody tried out, what only runs from strings, and where the build was made. */
const LEFTOVERS = [/\bdebugger\b/, /sourceMappingURL/, /\beval\(/, /\bnew Function\(/]

test('T49 nothing of debugging, no code from strings and no path of a machine is left in the build', () => {
  const worker = readFileSync(`${dirname(BUILT_WORKER_CONFIG)}/index.js`, 'utf8')
  const scripts = listClientFiles().filter((path) => /\.(?:js|html|css)$/.test(path))
  const texts = [worker, ...scripts.map((path) => readClientFile(path).toString())]
  expect(texts.length).toBeGreaterThan(2)
  const found = texts.flatMap((text) => [
    ...LEFTOVERS.filter((leftover) => leftover.test(text)).map(String),
    ...(text.includes(ROOT) ? [ROOT] : []),
  ])
  expect(found).toEqual([])
})

test('T49 no migration makes an account', () => {
  const migrations = globSync('migrations/*.sql', { cwd: ROOT })
  expect(migrations.length).toBeGreaterThan(0)
  const made = migrations.filter((path) =>
    /INSERT\s+(?:OR\s+\w+\s+)?INTO\s+"?`?(?:admins|accounts)\b/i.test(
      readFileSync(`${ROOT}${path}`, 'utf8'),
    ),
  )
  expect(made).toEqual([])
})

test.each(FORBIDDEN_PATHS)('T49 %s is not there', async (path) => {
  const answer = await fetch(`${inject('origin')}${path}`)
  await answer.arrayBuffer()
  expect(answer.status).toBe(404)
})
