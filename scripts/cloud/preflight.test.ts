import { chmodSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FalseCloud, OTHER_ACCOUNT, TOKEN } from '#test/cloud/false-api.ts'
import { TEST_SETTINGS } from '#test/server/test-settings.ts'
import { inRoot } from '../paths.ts'
import { UserError } from '../user-error.ts'
import { deploy } from './deploy.ts'
import { ERASED_AFTER_DAYS, readSettings } from './settings.ts'

const ENVIRONMENT = 'checked'
const NAMED = ['--env', ENVIRONMENT]
const SECRETS = inRoot(`.secrets-${ENVIRONMENT}.json`)
const BUILT = 'The build was reached.'
const { name: WORKER, r2_buckets: BUCKETS, secrets } = readSettings(ENVIRONMENT).config
const [{ bucket_name: BUCKET }] = BUCKETS

let cloud: FalseCloud
let said = ''
/** The configuration says this of the database, besides its name. */
let named: { database_id?: string }
let beforeBuild: (() => void)[]

beforeEach(async () => {
  cloud = new FalseCloud()
  await cloud.start()
  said = ''
  named = {}
  beforeBuild = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += text
    return true
  })
})

afterEach(async () => {
  rmSync(SECRETS, { force: true })
  await cloud.stop()
})

/** Deploys up to the build. Resolves to what stopped it. */
async function stopOf(vars: Record<string, string> = {}, args = NAMED): Promise<string> {
  const build = vi.fn(async () => Promise.reject(new Error(BUILT)))
  const read = (environment: string) => {
    const settings = readSettings(environment)
    const { config } = settings
    const [database] = config.d1_databases
    const own = { vars: { ...TEST_SETTINGS, ...vars }, d1_databases: [{ ...database, ...named }] }
    return { ...settings, config: { ...config, ...own } } as typeof settings
  }
  const stop = await deploy(args, { beforeBuild, build, read }).catch((error: unknown) => error)
  expect(cloud.takeChanges()).toEqual([])
  return stop instanceof Error ? stop.message : 'It did not stop.'
}

const NO_SUBDOMAIN = /no workers\.dev name yet.*dash\.cloudflare\.com\/a{32}\/workers\/onboarding/
const NO_R2 = /no R2 yet.*dash\.cloudflare\.com\/a{32}\/r2/
const lacks = (right: string) => new RegExp(`lacks the right "Account, ${right}"`)

test.each<[string, (cloud: FalseCloud) => unknown, RegExp]>([
  ['a workers.dev name', (it) => (it.subdomain = null), NO_SUBDOMAIN],
  ['R2', (it) => (it.hasR2 = false), NO_R2],
  [
    'a right to Workers',
    (it) => it.forbidden.push(/^POST \/workers/),
    lacks('Workers Scripts: Edit'),
  ],
  ['any right to Workers', (it) => it.forbidden.push(/ \/workers/), lacks('Workers Scripts: Edit')],
  ['a right to D1', (it) => it.forbidden.push(/^POST \/d1/), lacks('D1: Edit')],
  ['a right to R2', (it) => it.forbidden.push(/^POST \/r2/), lacks('Workers R2 Storage: Edit')],
  ['any right to R2', (it) => it.forbidden.push(/ \/r2/), lacks('Workers R2 Storage: Edit')],
  [
    'a choice of account',
    (it) => it.accounts.push(OTHER_ACCOUNT),
    /CLOUDFLARE_ACCOUNT_ID[\s\S]*b{32} {2}Other/,
  ],
])('a deploy that lacks %s says this alone, before it builds', async (_, take, sentence) => {
  take(cloud)
  const stop = await stopOf()
  expect(stop).toMatch(sentence)
  expect(stop).not.toContain('things are missing')
})

test('everything that is missing is listed in one run', async () => {
  writeFileSync(SECRETS, 'no JSON')
  vi.stubEnv('WORKERS_CI', '1')
  cloud.subdomain = null
  cloud.hasR2 = false
  cloud.hasAnalytics = false
  cloud.forbidden = [/^POST \/workers/, /^POST \/d1/]
  const vars = { PLACE: '', SECURITY_CONTACT: 'nobody', PUBLIC_URL: 'brinde.example' }
  const stop = await stopOf(vars, [...NAMED, '--address', 'brinde.example'])
  for (const sentence of [
    /no PLACE/,
    /SECURITY_CONTACT is "nobody"/,
    /PUBLIC_URL is "brinde.example"/,
    /--address is "brinde.example"/,
    /\.secrets-checked\.json is not as a deploy reads it/,
    lacks('Workers Scripts: Edit'),
    lacks('D1: Edit'),
    NO_R2,
    NO_SUBDOMAIN,
    new RegExp(`lacks secrets: ${secrets.required.join(', ')}`),
    /Analytics Engine may not be enabled/,
  ]) {
    expect(stop).toMatch(sentence)
  }
  expect(stop).toContain('11 things are missing')
})

test('settings are listed beside a missing sign-in, and beside a choice of account', async () => {
  vi.stubEnv('CLOUDFLARE_API_TOKEN', 'wrong')
  const wrong = { SECURITY_CONTACT: 'nobody' }
  expect(await stopOf(wrong)).toMatch(/SECURITY_CONTACT is "nobody"[\s\S]*token is not valid/)
  vi.stubEnv('CLOUDFLARE_API_TOKEN', TOKEN)
  cloud.accounts.push(OTHER_ACCOUNT)
  expect(await stopOf(wrong)).toMatch(/SECURITY_CONTACT is "nobody"[\s\S]*Which account/)
})

const toRules = (enabled: boolean) =>
  Object.entries(ERASED_AFTER_DAYS).map(([prefix, days]) => ({
    enabled,
    conditions: { prefix },
    deleteObjectsTransition: { condition: { type: 'Age', maxAge: days * 86_400 } },
  }))

test('a bucket whose rules are disabled counts as one without rules', async () => {
  cloud.buckets.set(BUCKET, { place: {}, rules: toRules(false), objects: new Map() })
  cloud.forbidden = [/^POST \/r2/]
  expect(await stopOf()).toMatch(lacks('Workers R2 Storage: Edit'))
})

test('a complete account is built for, whose bucket with its rules needs no right to write', async () => {
  expect(await stopOf()).toBe(BUILT)
  cloud.buckets.set(BUCKET, { place: {}, rules: toRules(true), objects: new Map() })
  cloud.forbidden = [/^POST \/r2/]
  expect(await stopOf()).toBe(BUILT)
  expect(said).not.toContain('Analytics Engine')
})

test('a deploy lists what the build would refuse with what the account lacks', async () => {
  cloud.subdomain = null
  beforeBuild = [
    () => {
      throw new UserError('The app is running.')
    },
  ]
  expect(await stopOf()).toMatch(
    /2 things are missing[\s\S]*The app is running\.[\s\S]*workers\.dev/,
  )
})

test('a connection to Cloudflare that fails is reported with its cause', async () => {
  vi.stubEnv('CLOUDFLARE_API_BASE_URL', 'http://127.0.0.1:9')
  expect(await stopOf()).toMatch(/did not answer GET \/accounts.*bad port/)
})

test('a database of another account is refused before the build', async () => {
  named = { database_id: 'a-database' }
  expect(await stopOf()).toMatch(/names the database a-database, which the account does not have/)
  cloud.addDatabase('any', {}, 'a-database')
  expect(await stopOf()).toBe(BUILT)
})

test('a question about Analytics Engine that is not answered is a doubt, and hides nothing', async () => {
  cloud.fault = { method: 'POST', path: /^\/analytics_engine/, status: 'broken connection' }
  expect(await stopOf()).toBe(BUILT)
  expect(said).toContain('Analytics Engine may not be enabled')
  cloud.subdomain = null
  expect(await stopOf()).toMatch(NO_SUBDOMAIN)
})

test('a proxy that answers for Cloudflare is said to be one', async () => {
  cloud.fault = { method: 'GET', path: /^\/accounts/, status: 'proxy' }
  expect(await stopOf()).toMatch(/GET \/accounts.* is not Cloudflare.*proxy/)
})

test('a file of secrets that others may read becomes the owner’s alone, even if it is of no use', async () => {
  writeFileSync(SECRETS, 'no JSON', { mode: 0o644 })
  chmodSync(SECRETS, 0o644)
  expect(await stopOf()).toContain('is not as a deploy reads it')
  expect(statSync(SECRETS).mode & 0o077).toBe(0)
})

test('an account that does not say whether it has Analytics Engine is warned, but not stopped', async () => {
  cloud.hasAnalytics = false
  expect(await stopOf()).toBe(BUILT)
  expect(said).toMatch(/Analytics Engine may not be enabled.*workers\/analytics-engine/)
  said = ''
  cloud.workers.set(WORKER, { bindings: [{ type: 'analytics_engine', name: 'CAUSES' }] })
  expect(await stopOf()).toBe(BUILT)
  expect(said).not.toContain('Analytics Engine')
})
