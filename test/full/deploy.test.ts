import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BUILT_WORKER_CONFIG } from '#scripts/paths.ts'
import { runTool } from '#scripts/run-tool.ts'
import { TEST_SETTINGS } from '#test/server/test-settings.ts'

/** All that a deployed Worker may reach, but for its variables. */
const BINDINGS = [
  'ASSETS: Assets',
  'BAR_ROOM (BarRoom): Durable Object',
  'DB (brinde): D1 Database',
  'LOGIN_GATE (LoginGate): Durable Object',
  'MEDIA (bar-media): R2 Bucket',
  'MONITOR (Monitor): Durable Object',
]

/** wrangler writes its README beside what it would upload. */
const FILES = ['README.md', 'index.js']

const VARIABLE = / \(".*"\): Environment Variable$/
const BINDING = /^env\.(\S+(?: \(.*?\))?)\s{2,}(\S.*?)\s*$/gm

test('T49 a deploy would upload one file and bind what the list names', async () => {
  const outDir = mkdtempSync(join(tmpdir(), 'brinde-deploy-'))
  try {
    const { code, output } = await runTool('wrangler', [
      ...['deploy', '--dry-run', `--outdir=${outDir}`, `--config=${BUILT_WORKER_CONFIG}`],
    ])
    expect([code, output]).toEqual([0, expect.stringContaining('--dry-run: exiting now.')])
    expect(readdirSync(outDir, { recursive: true }).sort()).toEqual(FILES)
    const bindings = [...output.matchAll(BINDING)].map(([, name, kind]) => `${name}: ${kind}`)
    const variables = bindings.filter((line) => VARIABLE.test(line))
    expect(bindings.filter((line) => !variables.includes(line)).sort()).toEqual(BINDINGS)
    const names = variables.map((line) => line.replace(VARIABLE, ''))
    expect(names.sort()).toEqual(Object.keys(TEST_SETTINGS).sort())
    expect(variables).toContain('RAISED_LIMITS (""): Environment Variable')
  } finally {
    rmSync(outDir, { recursive: true })
  }
})
