import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BUILT_WORKER_CONFIG } from '#scripts/paths.ts'
import { runTool } from '#scripts/run-tool.ts'

/** All that a deployed Worker may reach. */
const BINDINGS = [
  'ASSETS: Assets',
  'BAR_ROOM (BarRoom): Durable Object',
  'DB (brinde): D1 Database',
  'LOGIN_GATE (LoginGate): Durable Object',
  'LOGIN_TRIES_PER_NETWORK ("30"): Environment Variable',
  'MEDIA (bar-media): R2 Bucket',
  'MONITOR (Monitor): Durable Object',
  'PRODUCT_NAME ("Brinde"): Environment Variable',
  'PUBLIC_URL (""): Environment Variable',
  'RAISED_LIMITS (""): Environment Variable',
]

/** wrangler writes its README beside what it would upload. */
const FILES = ['README.md', 'index.js']

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
    expect(bindings.sort()).toEqual(BINDINGS)
  } finally {
    rmSync(outDir, { recursive: true })
  }
})
