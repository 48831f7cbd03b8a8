import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { inRoot, ROOT } from './paths.ts'

const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))

/** Runs a line of package.json's scripts as npm does: from the root, tools of node_modules first. */
const runScript = (line: string, cwd = ROOT, env: NodeJS.ProcessEnv = {}) =>
  promisify(execFile)('sh', ['-c', line], {
    cwd,
    env: {
      ...process.env,
      PATH: [join(cwd, 'node_modules/.bin'), process.env.PATH].join(delimiter),
      ...env,
    },
  })

// A module that is loaded and does nothing exits 0 as well.
test.concurrent.each<[string, string]>(Object.entries(scripts))(
  'the command %s says how it is used',
  async (name, line) => {
    const { stdout } = await runScript(`${line} --help`)
    expect(stdout).toMatch(/^npm (run )?\S/)
    expect(stdout.split(/[ \n]/)).toContain(name)
  },
)

test('a Node that cannot run TypeScript is refused in one sentence', async () => {
  const refusal = await runScript(`${scripts.check} --help`, ROOT, {
    NODE_OPTIONS: '--no-experimental-strip-types',
  }).catch((error: unknown) => error)
  expect(refusal).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^[^\n]+\n$/),
  })
})

// Without its option, `npm run deploy --env staging` would put production online.
test.each(['dry_run', 'env', 'remote', 'address'])(
  'an option %s that npm took for itself is refused, with the usage',
  async (option) => {
    const env = { [`npm_config_${option}`]: 'true' }
    const refusal = await runScript(`${scripts.backup} --help`, ROOT, env).catch((error) => error)
    expect(refusal).toMatchObject({ code: 1, stdout: '' })
    expect(refusal.stderr).toMatch(/^npm took --[a-z-]+ for itself.*\n\nnpm run backup /)
  },
)

const LOCKED = { version: '2.0.0' }
const OF_ANOTHER_SYSTEM = { version: '1.0.0', optional: true }
test.each([
  ['all of them', { 'node_modules/a': LOCKED }, 0],
  ['an older one', { 'node_modules/a': { version: '1.0.0' } }, 1],
  ['none', {}, 1],
  ['a broken installation', null, 1],
])('of the lock file’s packages %s is here', async (_, here, code) => {
  const root = mkdtempSync(join(tmpdir(), 'packages-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const file of ['require-tools.cjs', 'installed.cjs'])
    cpSync(inRoot(`scripts/${file}`), join(root, 'scripts', file))
  const lock = { '': {}, 'node_modules/a': LOCKED, 'node_modules/b': OF_ANOTHER_SYSTEM }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: lock }))
  mkdirSync(join(root, 'node_modules'))
  if (here)
    writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: here }))
  const ran = runScript(`"${process.execPath}" --require ./scripts/require-tools.cjs -e ''`, root)
  const { code: ended = 0, stderr } = await ran.catch((error) => error)
  expect(ended).toBe(code)
  expect(stderr).toMatch(code === 0 ? /^$/ : /run `npm ci`[^\n]*\n$/)
})

test('a shell’s NODE_ENV and CLOUDFLARE_ENV decide nothing', async () => {
  const run = layCheckout('echo "env: $NODE_ENV$CLOUDFLARE_ENV"')
  const { stdout } = await run('NODE_ENV=development CLOUDFLARE_ENV=x scripts/run.sh build')
  expect(stdout).toBe('env: \n')
})

/**
 * Lays a checkout whose lock file's Node is the script `pinned` ('': it has none), and another Node in PATH.
 * Returns what runs a line there. Both say who they are and their fourth argument, the name of the command.
 */
function layCheckout(
  pinned: string,
): (line: string) => Promise<{ stdout: string; stderr: string }> {
  const root = mkdtempSync(join(tmpdir(), 'checkout-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const write = (folder: string, script: string): void => {
    mkdirSync(join(root, folder), { recursive: true })
    writeFileSync(join(root, folder, 'node'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  }
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true })
  cpSync(inRoot('scripts/run.sh'), join(root, 'scripts/run.sh'))
  if (pinned !== '') write('node_modules/node-some-system/bin', pinned)
  write('machine', 'echo "the machine’s own: $4"')
  const path = ['node_modules/.bin', 'machine'].map((folder) => join(root, folder))
  const PATH = [...path, process.env.PATH].join(delimiter)
  return (line) => runScript(line, root, { PATH })
}

// npm before 11.6 deletes the link.
test('a command runs on the Node of the lock file, also without its link, and lays the link', async () => {
  const run = layCheckout('echo "the lock file’s: $4"')
  const first = { stdout: 'the lock file’s: start\n', stderr: '' }
  expect(await run('scripts/run.sh start')).toEqual(first)
  expect(await run('node 1 2 3 start')).toEqual(first)
  expect(await run('scripts/run.sh start')).toEqual(first)
})

test('where the Node of the lock file cannot start, the machine’s own runs the command and the reason is said', async () => {
  const run = layCheckout('echo "libatomic.so.1: cannot open shared object file" >&2; exit 127')
  await run('ln -s ../node-some-system/bin/node node_modules/.bin/node')
  const { stdout, stderr } = await run('scripts/run.sh start')
  expect(stdout).toBe('the machine’s own: start\n')
  expect(stderr).toMatch(/^libatomic.*\n.*cannot start here.*\n$/)
})

test('where the lock file has no Node for the system, the machine’s own runs the command', async () => {
  const run = layCheckout('')
  expect(await run('scripts/run.sh start')).toEqual({
    stdout: 'the machine’s own: start\n',
    stderr: '',
  })
})
