import { availableParallelism } from 'node:os'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'
import { lucideIcons } from './scripts/build/lucide-icons.ts'
import { startScripts } from './scripts/build/start-scripts.ts'
import { readSecretNames } from './scripts/local-secrets.ts'
import { readChaosSettings } from './test/chaos/settings.ts'
import { besideEarlier } from './test/evening/earlier-sources.ts'
import {
  FULL_TEST_HANGS_AFTER_MS,
  TEST_HANGS_AFTER_MS,
  WAIT_HANGS_AFTER_MS,
} from './test/hang-limits.ts'
import { mutate } from './test/mutants/mutation.ts'
import { TEST_SETTINGS } from './test/server/test-settings.ts'
import { answerCpuMs } from './test/worker/runtime-cpu.ts'

const SECRET_BYTES = 32
const testSecrets = Object.fromEntries(
  readSecretNames().map((name) => [name, Buffer.alloc(SECRET_BYTES, name).toString('base64url')]),
)

/** `npm run test:full` generates as many cases as docs/security.md promises. */
const testSize: 'quick' | 'full' = process.env.TEST_SIZE === 'full' ? 'full' : 'quick'

/** A fault put into the source, so that test/mutants can see a test fail. */
const mutant = mutate(() => JSON.parse(process.env.MUTATION || '{}'))

/** A check of a password costs 200 ms; what asks for one wants to know who gets in. */
const cheapPasswords = mutate(() => ({
  'worker/auth/passwords.ts': [['logN: 15, r: 8, p: 3', 'logN: 5, r: 8, p: 1']],
}))

/** A room logs a call or query that takes too long, and a test that logs fails. A busy machine may take as long. */
const patientCalls = mutate(() => ({
  'worker/call-timeout.ts': [['CALL_TIMEOUT_MS = 5_000', 'CALL_TIMEOUT_MS = 600_000']],
  'worker/db/database.ts': [['QUERY_TIMEOUT_MS = 4_000', 'QUERY_TIMEOUT_MS = 500_000']],
}))

/** Three more than there are cores: most of a test is waiting. */
const maxWorkers = availableParallelism() + 3

/** Rows are the same however many are connected. The last bar is all but full. */
const FEW_WAKES = { sizes: [10, 1_000, 19_900], connected: 20, runs: 1 }

/**
 * Tests that watch a binding or a prototype: they would see the rooms of every other test. One after
 * another they may share an isolate, as their rooms keep still once they have ended. And the one of
 * what a password really costs.
 */
const ALONE = [
  'worker/auth/passwords.test.ts',
  'worker/room/{bar-room,rows,wakes}.test.ts',
  'worker/room/*/{listing,long-texts,quiet-hour,silence,teardown}.test.ts',
  'worker/routes/{database-away,far-hops}.test.ts',
]

/** Tests that try every route, statement, row, file or event: `npm run test:unit` leaves these and ALONE out. */
const EXHAUSTIVE = [
  'worker/room/never-slept.test.ts',
  'worker/room/storage/{poisoned-rows,transactions}.test.ts',
  'worker/routes/{admin-media,authorisation,recovery}.test.ts',
]

/** Vitest starts with the largest files. This one is small, and its one test would run alone at the end. */
const LONG = /never-slept\.test\.ts$/

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted(
      (one, other) => Number(LONG.test(other.moduleId)) - Number(LONG.test(one.moduleId)),
    )
  }
}

/** Packages that worker and contract import, each bundled into one module. */
const LIBRARIES = [
  '@block65/webcrypto-web-push',
  '@simplewebauthn/server',
  'drizzle-orm',
  'drizzle-orm/d1',
  'drizzle-orm/sqlite-core',
  'fast-check',
  'hono',
  'hono/cookie',
  'hono/factory',
  'valibot',
]

const limits = {
  testTimeout: testSize === 'full' ? FULL_TEST_HANGS_AFTER_MS : TEST_HANGS_AFTER_MS,
  hookTimeout: TEST_HANGS_AFTER_MS,
  expect: { poll: { timeout: WAIT_HANGS_AFTER_MS } },
}

const testBindings = {
  ...TEST_SETTINGS,
  ...testSecrets,
  TEST_MIGRATIONS: await readD1Migrations('./migrations'),
}

/** Tests of the Worker run in workerd, on D1, R2 and SQLite. */
const inWorkerd = {
  plugins: [
    mutant,
    patientCalls,
    startScripts(),
    cloudflareTest({
      wrangler: { configPath: './wrangler.toml' },
      miniflare: { bindings: testBindings, serviceBindings: { RUNTIME_CPU: answerCpuMs } },
    }),
  ],
  test: {
    ...limits,
    // An isolate would load these module by module.
    deps: { optimizer: { ssr: { enabled: true, include: LIBRARIES } } },
    maxWorkers,
    include: ['worker/**/*.test.ts'],
    setupFiles: ['test/worker/refuse-console.ts', 'test/worker/apply-migrations.ts'],
  },
}

export default defineConfig(() => ({
  test: {
    provide: {
      testSize,
      tripMs: Number(process.env.BENCH_TRIP_MS ?? 300),
      wakes: JSON.parse(process.env.BENCH_WAKES ?? JSON.stringify(FEW_WAKES)),
    },
    // The workers pool cannot read vitest's module cache on disk.
    fsModuleCache: false,
    restoreMocks: true,
    sequence: { sequencer: LongFirst },
    // Vitest rejects what a worker still loads when it ends it, as for a room whose alarm fires then.
    onUnhandledError: ({ name }) => name !== 'EnvironmentTeardownError',
    projects: [
      {
        plugins: [...inWorkerd.plugins, cheapPasswords],
        test: {
          ...inWorkerd.test,
          name: 'worker',
          isolate: false,
          exclude: [...ALONE, ...EXHAUSTIVE],
        },
      },
      {
        plugins: [...inWorkerd.plugins, cheapPasswords],
        test: { ...inWorkerd.test, name: 'exhaustive', isolate: false, include: EXHAUSTIVE },
      },
      { ...inWorkerd, test: { ...inWorkerd.test, name: 'alone', isolate: false, include: ALONE } },
      {
        plugins: [mutant, lucideIcons],
        test: {
          name: 'node',
          ...limits,
          maxWorkers,
          isolate: false,
          include: [
            'contract/**/*.test.ts',
            'web/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'test/*.test.ts',
            'test/evening/transcript.test.ts',
            'test/{screens,server}/**/*.test.ts',
          ],
          setupFiles: ['test/worker/refuse-console.ts'],
        },
      },
      {
        test: {
          ...limits,
          name: 'built',
          isolate: false,
          maxWorkers,
          include: ['test/worker/*.test.ts'],
          globalSetup: ['test/worker/built-server.ts'],
        },
      },
      {
        test: {
          ...limits,
          name: 'engines',
          include: ['test/engines/*.test.ts'],
          maxWorkers: 2,
          globalSetup: ['test/worker/built-server.ts'],
          setupFiles: ['test/chaos/end-with-runner.ts'],
        },
      },
      {
        plugins: [
          mutant,
          startScripts(),
          besideEarlier,
          cloudflareTest({
            main: './test/evening/objects.ts',
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: testBindings,
              d1Databases: ['EARLIER_DB'],
              r2Buckets: ['EARLIER_MEDIA'],
              durableObjects: {
                EARLIER_BAR_ROOM: { className: 'EarlierRoom', useSQLite: true },
                EARLIER_MONITOR: { className: 'EarlierMonitor', useSQLite: true },
              },
            },
          }),
        ],
        test: {
          ...inWorkerd.test,
          name: 'evening',
          include: ['test/evening/evening.test.ts'],
          globalSetup: ['test/evening/earlier-sources.ts'],
          setupFiles: ['test/worker/apply-migrations.ts'],
          testTimeout: FULL_TEST_HANGS_AFTER_MS,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...limits,
          name: 'chaos',
          include: ['test/chaos/*.test.ts'],
          globalSetup: ['test/chaos/settings.ts'],
          setupFiles: ['test/chaos/end-with-runner.ts'],
          testTimeout: readChaosSettings().sizes.timeoutMs,
          // Measurements need one server and its crowd at a time; small crowds leave room for two.
          maxWorkers: readChaosSettings().isFull ? 1 : 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
}))
