import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { deploy } from '#scripts/deploy.ts'
import { inRoot } from '#scripts/paths.ts'
import { UserError } from '#scripts/user-error.ts'
import { FalseCloud, TOKEN } from '#test/cloud/false-api.ts'

const SECRETS = inRoot('.secrets-rehearsal.json')
const ARGUMENTS = ['--env', 'rehearsal', '--address', inject('origin')]

const cloud = new FalseCloud()
let said = ''

beforeAll(async () => {
  vi.stubEnv('CLOUDFLARE_API_BASE_URL', await cloud.start())
  vi.stubEnv('CLOUDFLARE_API_TOKEN', TOKEN)
  rmSync(SECRETS, { force: true })
})

beforeEach(() => {
  said = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += text
    return true
  })
})

afterAll(async () => {
  rmSync(SECRETS, { force: true })
  await cloud.stop()
})

const run = (args: string[]) => deploy(args, { build: async () => '', patienceMs: 5_000 })

test('production is refused while nobody is named as responsible, before anything is asked', async () => {
  await expect(run([])).rejects.toThrow(/OPERATOR_NAME.*SECURITY_CONTACT/)
  expect(cloud.asked).toEqual([])
})

test('a token that is not valid, and a cloud that does not answer, end with what to do', async () => {
  vi.stubEnv('CLOUDFLARE_API_TOKEN', 'another')
  await expect(run(ARGUMENTS)).rejects.toThrow(/scopes/)
  vi.stubEnv('CLOUDFLARE_API_TOKEN', TOKEN)
  cloud.fault = { method: 'POST', path: /^\/r2\/buckets$/, status: 503 }
  await expect(run(ARGUMENTS)).rejects.toThrow(
    /POST .*\/r2\/buckets with 503.* Run the command again/,
  )
  expect(cloud.databases.size).toBe(1)
})

test('R20 a deploy that broke off is finished by the next one, the bucket’s rules included, and a third one only uploads', async () => {
  cloud.fault = { method: 'POST', path: /assets-upload-session$/, status: 500 }
  await expect(run(ARGUMENTS)).rejects.toThrow(/Run the command again/)
  const written = readFileSync(SECRETS, 'utf8')
  cloud.fault = null
  cloud.takeChanges()

  await run(ARGUMENTS)
  expect(said).toContain('There is no account yet.')
  expect(said).toContain(`Online: ${inject('origin')}`)
  const { VISIT_SIGNING_KEY, PASSWORD_PEPPER, SETUP_SECRET } = JSON.parse(written)
  expect(Object.fromEntries(cloud.secrets.get('brinde-rehearsal') ?? [])).toMatchObject({
    VISIT_SIGNING_KEY,
    PASSWORD_PEPPER,
    SETUP_SECRET,
  })
  expect(said).toContain(SETUP_SECRET)

  const [[id, database] = ['', undefined]] = cloud.databases
  expect(database).toMatchObject({
    name: 'brinde-rehearsal',
    place: { primary_location_hint: 'enam' },
  })
  expect([...cloud.buckets]).toEqual([
    [
      'bar-media-rehearsal',
      {
        place: { locationHint: 'enam' },
        rules: [
          expect.objectContaining({ conditions: { prefix: 'profiles/' } }),
          expect.objectContaining({ conditions: { prefix: 'reports/' } }),
        ],
      },
    ],
  ])
  expect(cloud.workers.get('brinde-rehearsal')?.bindings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: 'd1', name: 'DB', id }),
      expect.objectContaining({ type: 'r2_bucket', bucket_name: 'bar-media-rehearsal' }),
    ]),
  )

  cloud.takeChanges()
  const { db } = cloud.databases.get(id) ?? {}
  db?.exec(
    "INSERT INTO accounts (id, email, role, created_at) VALUES ('a', 'a@b.example', 'admin', 0)",
  )
  said = ''
  await run(ARGUMENTS)
  expect(said).not.toContain(SETUP_SECRET)
  const changes = cloud.takeChanges().filter((line) => !line.endsWith('/query'))
  expect(changes.filter((line) => !line.includes('/workers/scripts/brinde-rehearsal'))).toEqual([])
})

test('an administrator of another environment gets a link for its address', async () => {
  const env = { ...process.env, PUBLIC_URL: 'https://rehearsal.example' }
  const command = [inRoot('scripts/admin.ts'), 'create', 'ana@bar.example', '--env', 'rehearsal']
  const { stdout } = await promisify(execFile)(process.execPath, command, { env })
  expect(stdout).toContain('https://rehearsal.example/admin-login#')
  const [database] = cloud.databases.values()
  expect(database?.db.prepare('SELECT email FROM accounts ORDER BY email').all()).toEqual([
    { email: 'a@b.example' },
    { email: 'ana@bar.example' },
  ])
})

test('where the site does not work after the deploy, the deploy says so and how to go back', async () => {
  await expect(run(['--env', 'rehearsal', '--address', 'http://127.0.0.1:9'])).rejects.toThrow(
    /rollback/,
  )
})

test('an argument that does not exist shows how it is used', async () => {
  await expect(run(['--environment'])).rejects.toThrow(UserError)
  expect(existsSync(inRoot('dist/brinde/wrangler.json'))).toBe(true)
})
