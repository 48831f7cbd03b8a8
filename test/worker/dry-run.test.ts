import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from '#scripts/cloud/settings.ts'
import { BUILT_WORKER_CONFIG, PRODUCTION } from '#scripts/paths.ts'
import { runTool } from '#scripts/run-tool.ts'
import { TEST_SETTINGS } from '#test/server/test-settings.ts'

const { config } = readSettings(PRODUCTION)
const [database, bucket, causes] = [
  config.d1_databases[0].database_name,
  config.r2_buckets[0].bucket_name,
  config.analytics_engine_datasets[0].dataset,
]

/** All that a deployed Worker may reach, but for its variables. */
const BINDINGS = [
  'ASSETS: Assets',
  'BAR_ROOM (BarRoom): Durable Object',
  `CAUSES (${causes}): Analytics Engine Dataset`,
  'CHANGES_PER_ACCOUNT (60 requests/60s): Rate Limit',
  'CREATIONS_PER_NETWORK (120 requests/60s): Rate Limit',
  `DB (${database}): D1 Database`,
  'LOGIN_GATE (LoginGate): Durable Object',
  `MEDIA (${bucket}): R2 Bucket`,
  'MONITOR (Monitor): Durable Object',
  'REQUESTS_PER_NETWORK (6000 requests/60s): Rate Limit',
  'UNKNOWN_BARS_PER_NETWORK (60 requests/60s): Rate Limit',
  'UPLOADS_PER_ACCOUNT (30 requests/60s): Rate Limit',
  'VERSION: Worker Version Metadata',
]

/** wrangler writes its README beside what it would upload. */
const FILES = ['README.md', 'assets', 'assets/esm.js', 'assets/rolldown-runtime.js', 'index.js']

/** A chunk's name ends in it. */
const HASH = /-[\w-]{8}(?=\.js$)/

const VARIABLE = / \(".*"\): Environment Variable$/
const BINDING = /^env\.(\S+(?: \(.*?\))?)\s{2,}(\S.*?)\s*$/gm

test('T49 T25 T53 a deploy would upload and bind what the list names', async () => {
  const outDir = mkdtempSync(join(tmpdir(), 'brinde-deploy-'))
  try {
    const { code, output } = await runTool('wrangler', [
      'deploy',
      '--dry-run',
      `--outdir=${outDir}`,
      `--config=${BUILT_WORKER_CONFIG}`,
    ])
    expect([code, output]).toEqual([0, expect.stringContaining('--dry-run: exiting now.')])
    const files = readdirSync(outDir, { recursive: true }).map((file) =>
      `${file}`.replace(HASH, ''),
    )
    expect(files.sort()).toEqual(FILES)
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
