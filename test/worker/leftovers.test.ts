import { globSync, readdirSync, readFileSync } from 'node:fs'
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

/** Debugger statements, links to source maps, and code from strings. */
const LEFTOVERS = [/\bdebugger\b/, /sourceMappingURL/, /\beval\(/, /\bnew Function\(/]

test('T49 nothing is uploaded but pages, assets and their headers', () => {
  expect(listClientFiles().filter((path) => !SERVED.test(path))).toEqual([])
})

test('T49 the served files and the Worker hold no secret, source map, debugger, eval or local path', () => {
  const read = (path: string) => readFileSync(path, 'utf8')
  const worker = read(`${dirname(BUILT_WORKER_CONFIG)}/index.js`)
  const served = listClientFiles().map((path) => [path, readClientFile(path).toString()] as const)
  const secrets = readSecrets()
  expect(secrets.length).toBeGreaterThan(0)
  expect(served.length).toBeGreaterThan(2)
  for (const text of [worker, read(BUILT_WORKER_CONFIG), ...served.map(([, text]) => text)])
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  const scripts = served.filter(([path]) => /\.(?:js|html|css)$/.test(path))
  for (const [path, text] of [['the Worker', worker], ...scripts]) {
    const found = LEFTOVERS.filter((leftover) => leftover.test(text))
    expect([path, found, text.includes(ROOT)]).toEqual([path, [], false])
  }
})

test('T49 the Worker is uploaded without source maps', () => {
  const folder = dirname(BUILT_WORKER_CONFIG)
  const files = readdirSync(folder, { recursive: true }).map(String)
  const scripts = files.filter((file) => file.endsWith('.js'))
  expect(scripts).toContain('index.js')
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
  const naming = scripts.filter((file) =>
    readFileSync(`${folder}/${file}`, 'utf8').includes('sourceMappingURL'),
  )
  expect(naming).toEqual([])
  // wrangler from 4.150 on, and the Vite plugin where maps are built, would upload them otherwise.
  expect(JSON.parse(readFileSync(BUILT_WORKER_CONFIG, 'utf8')).upload_source_maps).toBe(false)
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

test('T49 files beside the build and routes for tests are answered with 404', async () => {
  for (const path of FORBIDDEN_PATHS) {
    const answer = await fetch(`${inject('origin')}${path}`)
    await answer.arrayBuffer()
    expect([path, answer.status]).toEqual([path, 404])
  }
})
