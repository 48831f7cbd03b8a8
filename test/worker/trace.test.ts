import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { CSP_REPORTS } from '#contract/paths.ts'
import { listBuilds } from '#scripts/build/source-maps.ts'
import { BUILT_CLIENT_DIR, inRoot, ROOT } from '#scripts/paths.ts'
import { trace } from '#scripts/trace.ts'
import { UserError } from '#scripts/user-error.ts'
import { startBuiltWorker } from '#test/server/built-worker.ts'

/** The place that a trace should name: `web/main.tsx:9:`. */
function toPlace(path: string, code: string): string {
  const lines = readFileSync(inRoot(path), 'utf8').split('\n')
  return `${path}:${lines.findIndex((line) => line.includes(code)) + 1}:`
}

/** Runs a built script without a browser, which it cannot do without. Returns what Node prints of its end. */
const crash = (path: string): string =>
  spawnSync(process.execPath, [path], { encoding: 'utf8' }).stderr

const toScript = (pattern: string): string[] =>
  globSync(pattern, { cwd: BUILT_CLIENT_DIR }).map((path) => `${BUILT_CLIENT_DIR}/${path}`)

test.each([
  ['page', 'assets/index-*.js', 3, 'web/main.tsx', 'document.getElementById'],
  ['service worker', 'service-worker*.js', 3, 'web/service-worker/service-worker.ts', "('install'"],
  ['Web Worker', 'assets/jsqr-worker-*.js', 1, 'web/features/scanner/serve-reader.ts', 'self.add'],
])(
  'the stack of a built %s in each language leads to file and line',
  (_, pattern, count, path, code) => {
    const scripts = toScript(pattern)
    expect(scripts).toHaveLength(count)
    for (const script of scripts) {
      const [found = '', shown] = trace(crash(script)).split('\n')
      expect(found).toContain(toPlace(path, code))
      expect(shown).toContain(code)
    }
  },
)

test('lines of the log of Worker and page lead to file and line of their build', async () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'brinde-trace-'))
  const server = await startBuiltWorker({ stateDir })
  try {
    // Without tables every query fails.
    const failed = await fetch(server.origin + ADMIN_API.session)
    expect(failed.status).toBe(500)
    const [script = ''] = toScript('assets/index-*.js')
    const [, line, column] = /\.js:(\d+):(\d+)/.exec(crash(script)) ?? []
    const body = {
      page: `${server.origin}/termos`,
      name: 'ReferenceError',
      file: script.replace(BUILT_CLIENT_DIR, server.origin),
      line: Number(line),
      column: Number(column),
    }
    const headers = { 'Content-Type': 'application/json', Origin: server.origin }
    const report = { method: 'POST', headers, body: JSON.stringify(body) }
    expect((await fetch(server.origin + CSP_REPORTS, report)).status).toBe(204)
  } finally {
    await server.stop()
    rmSync(stateDir, { recursive: true })
  }
  const find = (event: string) =>
    server
      .output()
      .split('\n')
      .find((line) => line.includes(`"${event}"`)) ?? expect.unreachable()
  const [build] = listBuilds()
  const failed = find('request_failed')
  expect(JSON.parse(failed).build).toBe(build)
  const asking = toPlace('worker/routes/admin-login.ts', 'await hasAccounts(')
  expect(trace(failed)).toContain(`\n${asking}`)
  expect(trace(JSON.stringify({ message: [failed] }))).toBe(trace(failed))
  const page = find('page_failed')
  expect(JSON.parse(page).build).toBe(build)
  expect(trace(page)).toContain(toPlace('web/main.tsx', 'document.getElementById'))
})

test.each([
  ['no line of the log', 'good evening', /neither a line of the log nor a stack: "good evening"/],
  ['nothing', '', /neither a line of the log nor a stack/],
  ['a line without a position', '{"event":"csp_violation"}', /no position.*csp_violation/],
  [
    'an error at no known place',
    '{"event":"page_failed","place":"other"}',
    /no position.*page_failed/,
  ],
  [
    'a build that is not kept',
    '{"stack":["at index.js:1:2"],"build":"0123456789ab"}',
    /build 0123456789ab are not kept/,
  ],
  [
    'a file of no kept build',
    'at a (https://a.example/index-AbCd1234.js:1:2)',
    /index-AbCd1234.js:1:2/,
  ],
  ['a line below the file’s last one', 'at index.js:99999999:1', /index.js:99999999:1/],
])('a trace of %s ends with a sentence that says what is wrong', (_, said, sentence) => {
  expect(() => trace(said)).toThrow(UserError)
  expect(() => trace(said)).toThrow(sentence)
})

test('a named build that is not kept is refused', () => {
  expect(() => trace('at index.js:1:2', '0123456789ab')).toThrow('0123456789ab are not kept')
})

test('the command takes a line as its argument, or from standard input', () => {
  const script = inRoot('scripts/commands.ts')
  const run = (args: string[], input: string) =>
    spawnSync(process.execPath, [script, 'trace', ...args], { cwd: ROOT, encoding: 'utf8', input })
  const stack = crash(toScript('service-worker.js').join())
  const found = `${trace(stack)}\n`
  expect(run([stack], '')).toMatchObject({ status: 0, stdout: found })
  expect(run([], stack)).toMatchObject({ status: 0, stdout: found })
  const refused = run(['good evening'], '')
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringMatching(/^This is neither/) })
})
