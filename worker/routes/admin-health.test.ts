import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { ADMIN_API } from '#contract/admin-paths.ts'
import type { Health } from '#contract/health.ts'
import { addAdmin, askAsAdmin, signIn, withQueries } from '#test/worker/admin.ts'
import { withMethod } from '#test/worker/requests.ts'
import { scheduled } from '#worker/scheduled.ts'

const token = await signIn(await addAdmin())

async function readHealth(bindings: Partial<Env> = {}): Promise<Health> {
  const answer = await askAsAdmin(ADMIN_API.health, { token }, bindings)
  expect(answer.status).toBe(200)
  return answer.json()
}

test('an administrator sees the answers of D1 and R2, the last migration and the sweep’s failures', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const beganAt = Date.now()
  await scheduled({} as ScheduledController, env)
  const { database, bucketMs, sweep, migration } = await readHealth()
  expect(database?.ms).toBeGreaterThanOrEqual(0)
  // D1 read its clock at any time before it answered.
  expect(database?.aheadMs).toBeLessThan(2_000)
  expect(database?.aheadMs).toBeGreaterThan(-2_000 - (database?.ms ?? Number.NaN))
  expect(bucketMs).toBeGreaterThanOrEqual(0)
  expect(sweep?.at).toBeGreaterThanOrEqual(beganAt)
  expect(sweep?.failed).toBe(0)
  expect(migration?.name).toMatch(/^\d{4}_\w+\.sql$/)
  await scheduled({} as ScheduledController, { ...env, MEDIA: {} as R2Bucket })
  expect((await readHealth()).sweep?.failed).toBe(2)
})

test('R18 a failure of D1, of R2 or of the list of migrations hides none of the others', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const withoutBucket = await readHealth({ MEDIA: {} as R2Bucket })
  expect([withoutBucket.bucketMs, withoutBucket.database]).toEqual([null, expect.anything()])
  const away = new Error('D1_ERROR: D1 DB is overloaded')
  const DB = withMethod(env.DB, 'batch', () => Promise.reject(away))
  const withoutDatabase = await readHealth({ DB })
  expect(withoutDatabase).toMatchObject({
    database: null,
    sweep: null,
    bucketMs: expect.any(Number),
  })
  const lines = logged.mock.calls.map(([line]) => JSON.parse(line))
  expect(lines).toMatchObject([
    { event: 'health_not_read', act: 'bucket', error: 'TypeError' },
    { event: 'health_not_read', act: 'database', causes: ['D1_ERROR'] },
  ])
  const renamed = withQueries((query) => query.replace('d1_migrations', 'nowhere'))
  expect(await readHealth({ DB: renamed })).toMatchObject({
    database: expect.anything(),
    migration: null,
  })
})
