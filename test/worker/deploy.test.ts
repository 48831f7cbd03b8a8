import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { listBuilds } from '#scripts/build/source-maps.ts'
import { backUp, restore } from '#scripts/cloud/backup.ts'
import { describeCheckout } from '#scripts/cloud/checkout.ts'
import { readToken } from '#scripts/cloud/cloud-api.ts'
import { deploy } from '#scripts/cloud/deploy.ts'
import { readSettings } from '#scripts/cloud/settings.ts'
import { verifyRemote } from '#scripts/cloud/verify-remote.ts'
import { inRoot } from '#scripts/paths.ts'
import { UserError } from '#scripts/user-error.ts'
import { FalseCloud, OTHER_ACCOUNT, TOKEN } from '#test/cloud/false-api.ts'
import { WAIT_HANGS_AFTER_MS } from '#test/hang-limits.ts'
import { TEST_SETTINGS } from '#test/server/test-settings.ts'

const SECRETS = inRoot('.secrets-rehearsal.json')
const ARGUMENTS = ['--env', 'rehearsal', '--address', inject('origin')]

/** The names are those of wrangler.toml, which an operator may change; the variables are the tests' own. */
const namesOf = (environment: string) => {
  const { name, d1_databases, r2_buckets } = readSettings(environment).config
  return {
    worker: name,
    database: d1_databases[0].database_name,
    bucket: r2_buckets[0].bucket_name,
  }
}
const NAMES = namesOf('rehearsal')
const SECOND = namesOf('second')
const HOST = 'rehearsal.example'
/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9'

const cloud = new FalseCloud()
let said = ''

beforeAll(async () => {
  await cloud.start()
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
  rmSync(inRoot('.secrets-dead.json'), { force: true })
  await cloud.stop()
})

const build = vi.fn(async () => '')
const run = (
  args: string[],
  vars: Record<string, string> = {},
  patienceMs = WAIT_HANGS_AFTER_MS,
) => {
  const read = (environment: string) => {
    const { config, ...rest } = readSettings(environment)
    const own = { routes: [{ pattern: HOST, custom_domain: true }] }
    return { ...rest, own, config: { ...config, ...own, vars: { ...TEST_SETTINGS, ...vars } } }
  }
  return deploy(args, { build, patienceMs, read })
}

test('a deploy reports mistakes before it builds or changes anything, and shows no secret', async () => {
  const bare = ['--address', 'brinde.example']
  const wrong = { PLACE: 'sao-paulo', SECURITY_CONTACT: 'nobody' }
  await expect(run([])).rejects.toThrow(/OPERATOR_NAME.*SECURITY_CONTACT/)
  await expect(run(['--environment'])).rejects.toThrow(UserError)
  await expect(run(ARGUMENTS, wrong)).rejects.toThrow(/PLACE is "sao-paulo"[\s\S]*SECURITY_CONTACT/)
  const unclear = run(['--env', 'rehearsal', ...bare])
  await expect(unclear).rejects.toThrow(/--address is "brinde.example"/)
  await expect(verifyRemote(bare)).rejects.toThrow(UserError)
  for (const [kept, why] of [
    ['PASSWORD_PEPPER=quiet', /JSON/],
    ['{"PASSWORD_PEPPER":"2:quiet1:quiet"}', /PASSWORD_PEPPER is unusable/],
  ] as const) {
    writeFileSync(SECRETS, kept)
    const refused = await run(ARGUMENTS).catch((error: unknown) => error)
    rmSync(SECRETS)
    expect(refused).toBeInstanceOf(UserError)
    expect(String(refused)).toMatch(why)
    expect(String(refused)).not.toContain('quiet')
  }
  expect(build).not.toHaveBeenCalled()
  expect(cloud.takeChanges()).toEqual([])
})

test('without a token of its own a deploy asks wrangler, and says how to sign in', async () => {
  const nowhere = mkdtempSync(join(tmpdir(), 'brinde-signed-out-'))
  const given = { HOME: nowhere, XDG_CONFIG_HOME: nowhere, CLOUDFLARE_API_TOKEN: '' }
  const kept = Object.keys(given).map((name) => [name, process.env[name]] as const)
  for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value)
  await expect(readToken()).rejects.toThrow(/Nobody is signed in.*npx wrangler login/)
  for (const [name, value] of kept) vi.stubEnv(name, value)
  rmSync(nowhere, { recursive: true })
})

test('a token that is not valid, and a cloud that does not answer, end with what to do', async () => {
  vi.stubEnv('CLOUDFLARE_API_TOKEN', 'another')
  await expect(run(ARGUMENTS)).rejects.toThrow(/scopes/)
  vi.stubEnv('CLOUDFLARE_API_TOKEN', TOKEN)
  cloud.fault = { method: 'PUT', path: /lifecycle$/, status: 503 }
  await expect(run(ARGUMENTS)).rejects.toThrow(/PUT .*lifecycle with 503.* Run the command again/)
  cloud.fault = { ...cloud.fault, status: null }
  cloud.asked.length = 0
  const limits: AbortController[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const limit = new AbortController()
    limits.push(limit)
    return limit.signal
  })
  const deploying = expect(run(ARGUMENTS)).rejects.toThrow(/did not answer .*Run it again/)
  await expect.poll(() => cloud.asked).toContain(`PUT /r2/buckets/${NAMES.bucket}/lifecycle`)
  for (const limit of limits) limit.abort(new DOMException('Too late', 'TimeoutError'))
  await deploying
  expect(cloud.databases.size).toBe(1)
})

test('R20 the next deploy completes a broken-off one, bucket rules included, and a third only uploads', async () => {
  cloud.fault = { method: 'PUT', path: /^\/workers\/scripts\/[^/]+$/, status: 500 }
  await expect(run(ARGUMENTS)).rejects.toThrow(/Run the command again/)
  const written = readFileSync(SECRETS, 'utf8')
  cloud.fault = null
  cloud.takeChanges()

  await run(ARGUMENTS)
  expect(said).toContain(`Taking from ${SECRETS}: VISIT_SIGNING_KEY, PASSWORD_PEPPER`)
  expect(said).toContain('There is no account yet.')
  expect(said).toMatch(/ {2}a room: \d+ ms/)
  expect(said).toContain(`Online: ${inject('origin')}`)
  const { SETUP_SECRET, ...secrets } = JSON.parse(written)
  const stored = Object.fromEntries(cloud.secrets.get(NAMES.worker) ?? [])
  expect(stored).toMatchObject({ ...secrets, SETUP_SECRET })
  expect(said).toContain(SETUP_SECRET)

  const [[id, database] = ['', undefined]] = cloud.databases
  expect(database).toMatchObject({
    name: NAMES.database,
    place: { primary_location_hint: 'enam' },
  })
  expect(cloud.buckets.get(NAMES.bucket)).toMatchObject({
    place: { locationHint: 'enam' },
    rules: [
      expect.objectContaining({ conditions: { prefix: 'profiles/' } }),
      expect.objectContaining({ conditions: { prefix: 'reports/' } }),
    ],
  })
  expect(cloud.workers.get(NAMES.worker)?.bindings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: 'd1', name: 'DB', id }),
      expect.objectContaining({ type: 'r2_bucket', bucket_name: NAMES.bucket }),
    ]),
  )
  expect(cloud.domains.get(NAMES.worker)).toEqual([HOST])
  const { files = [], message } = cloud.workers.get(NAMES.worker) ?? {}
  expect(message).toBe(describeCheckout() ?? undefined)
  expect(files).toContain('index.js')
  expect(files.filter((file) => !file.endsWith('.js'))).toEqual([])
  expect(existsSync(inRoot(`dist/maps/${listBuilds()[0]}/deployed`))).toBe(true)

  // On the platform, whose builds show their log.
  cloud.takeChanges()
  said = ''
  vi.stubEnv('WORKERS_CI', '1')
  await run(ARGUMENTS)
  vi.stubEnv('WORKERS_CI', '')
  expect(said).toContain('what you set as SETUP_SECRET')
  expect(said).not.toContain(SETUP_SECRET)
  expect(said).not.toContain('.secrets-')
  const { db } = cloud.databases.get(id) ?? {}
  db?.exec(
    "INSERT INTO accounts (id, email, role, created_at) VALUES ('a', 'a@b.example', 'admin', 0)",
  )
  const changes = cloud.takeChanges().filter((line) => !line.endsWith('/query'))
  expect(changes.filter((line) => !line.includes(`/workers/scripts/${NAMES.worker}`))).toEqual([])
})

test('a deploy reaches the account that it chose, whichever wrangler remembers', async () => {
  const remembered = join(cloud.cacheDir, 'wrangler-account.json')
  writeFileSync(remembered, JSON.stringify({ account: OTHER_ACCOUNT }))
  onTestFinished(() => rmSync(remembered))
  cloud.asked.length = 0
  await run(ARGUMENTS)
  expect(cloud.asked.join()).not.toContain(OTHER_ACCOUNT.id)
  expect(cloud.takeChanges()).toContain(`PUT /workers/scripts/${NAMES.worker}`)
})

test('a build on the platform makes no secret: it names those that its form should have asked for', async () => {
  vi.stubEnv('WORKERS_CI', '1')
  const stored = cloud.secrets.get(NAMES.worker)
  const pepper = stored?.get('PASSWORD_PEPPER') ?? ''
  stored?.delete('PASSWORD_PEPPER')
  await expect(run(ARGUMENTS)).rejects.toThrow(
    /lacks secrets: PASSWORD_PEPPER[\s\S]*openssl rand -base64 32[\s\S]*the one of before/,
  )
  expect(cloud.takeChanges().filter((line) => line.includes('/workers/'))).toEqual([])
  stored?.set('PASSWORD_PEPPER', pepper)
  vi.stubEnv('WORKERS_CI', '')
})

test('a deploy makes no new pepper over accounts, but asks for the old one', async () => {
  const stored = cloud.secrets.get(NAMES.worker)
  const pepper = stored?.get('PASSWORD_PEPPER') ?? ''
  stored?.delete('PASSWORD_PEPPER')
  rmSync(SECRETS)
  cloud.takeChanges()
  await expect(run(ARGUMENTS)).rejects.toThrow(
    /has accounts, but the Worker has no PASSWORD_PEPPER[\s\S]*\.secrets-rehearsal\.json/,
  )
  expect(cloud.takeChanges().filter((line) => line.includes('/workers/'))).toEqual([])
  expect(existsSync(SECRETS)).toBe(false)
  writeFileSync(SECRETS, JSON.stringify({ PASSWORD_PEPPER: pepper }))
  await run(ARGUMENTS)
  expect(said).toContain(`Taking from ${SECRETS}: PASSWORD_PEPPER.`)
  expect(cloud.secrets.get(NAMES.worker)?.get('PASSWORD_PEPPER')).toBe(pepper)
})

test('an administrator of another environment gets a link for its address', async () => {
  const env = { ...process.env, PUBLIC_URL: 'https://rehearsal.example' }
  const command = [
    inRoot('scripts/commands.ts'),
    'admin',
    'create',
    'ana@bar.example',
    '--env=rehearsal',
  ]
  const { stdout } = await promisify(execFile)(process.execPath, command, { env })
  expect(stdout).toContain('https://rehearsal.example/admin-login#')
  const [database] = cloud.databases.values()
  expect(database?.db.prepare('SELECT email FROM accounts ORDER BY email').all()).toEqual([
    { email: 'a@b.example' },
    { email: 'ana@bar.example' },
  ])
})

const LOGO = `logos/${'a'.repeat(32)}.png`
const PHOTO = `photos/${'b'.repeat(32)}.webp`

test('T71 a backup restores lost data, and a changed copy writes neither SQL nor outside of the bucket', async () => {
  const [deployed] = cloud.databases.values()
  const db = deployed?.db ?? expect.unreachable()
  db.exec(`INSERT INTO bars (id, name, address, city, logo_url, photos_url) VALUES
    ('AAAAAA', 'Bar ''do'' Zé "1"', 'Rua', 'Rio', '/media/${LOGO}', '["/media/${PHOTO}"]');
    INSERT INTO memberships (account_id, bar_id, role, since) VALUES ('a', 'AAAAAA', 'owner', 5);
    INSERT INTO reports (id, bar_id, reason, state, reported_at) VALUES ('r', 'AAAAAA', 'other', 'open', 7);
    INSERT INTO admin_sessions (token_hash, account_id, created_at, last_used_at, expires_at) VALUES ('t', 'a', 0, 0, 9)`)
  const act = db.prepare(
    "INSERT INTO admin_acts (at, id, kind, account_id) VALUES (?, 'x', 'x', 'a')",
  )
  for (let at = 0; at < 1_100; at++) act.run(at)
  const objects = cloud.buckets.get(NAMES.bucket)?.objects
  const logo = { bytes: Buffer.from([1, 2, 250]), type: 'image/png' }
  const photo = { bytes: Buffer.from([3]), type: 'image/webp' }
  objects?.set(LOGO, logo)
  objects?.set(PHOTO, photo)
  objects?.set('profiles/somebody', photo)
  const folder = join(mkdtempSync(join(tmpdir(), 'brinde-backup-')), 'copy')
  await backUp([folder, '--env', 'rehearsal'])
  await expect(backUp([folder, '--env', 'rehearsal'])).rejects.toThrow(/is there already/)
  // The hourly sweep deletes the oldest acts while they are copied.
  const { prepare } = db
  let pages = 0
  vi.spyOn(db, 'prepare').mockImplementation((sql) => {
    if (sql.includes('FROM admin_acts') && ++pages === 2)
      db.exec('DELETE FROM admin_acts WHERE at < 9')
    return prepare.call(db, sql)
  })
  const unnamed = await backUp(['--env', 'rehearsal'])
  onTestFinished(() => rmSync(unnamed, { recursive: true }))
  const copied: { at: number }[] = JSON.parse(
    readFileSync(join(unnamed, 'admin_acts.json'), 'utf8'),
  )
  expect(copied.map(({ at }) => at)).toEqual(Array.from({ length: 1_100 }, (_, at) => at))
  vi.mocked(db.prepare).mockRestore()
  for (let at = 0; at < 9; at++) act.run(at)
  expect(basename(unnamed)).toMatch(new RegExp(`^${NAMES.worker}-\\d{4}-`))

  const empty = cloud.addDatabase(SECOND.database)
  for (const { sql } of db.prepare('SELECT sql FROM sqlite_master WHERE sql IS NOT NULL').all()) {
    if (!String(sql).includes('sqlite_sequence')) empty.exec(String(sql))
  }
  for (const { name } of db.prepare('SELECT name FROM d1_migrations').all()) {
    empty.prepare('INSERT INTO d1_migrations (name) VALUES (?)').run(String(name))
  }
  const restored: NonNullable<typeof objects> = new Map()
  cloud.buckets.set(SECOND.bucket, { place: {}, rules: [], objects: restored })

  // Somebody changes the copy.
  const file = join(folder, 'bars.json')
  const kept = readFileSync(file, 'utf8')
  const [bar] = JSON.parse(kept)
  for (const [changes, refusal] of [
    [{ logo_url: '/media/../../../secrets' }, 'is no picture of a bar'],
    [{ logo_url: `${LOGO}` }, 'is no picture of a bar'],
    [{ "id) VALUES ('x'); --": 'x' }, 'columns that the table has not'],
  ] as const) {
    writeFileSync(file, JSON.stringify([{ ...bar, ...changes }]))
    await expect(restore([folder, '--env', 'second'])).rejects.toThrow(refusal)
  }
  writeFileSync(file, kept)
  const read = (from: DatabaseSync, table: string) => from.prepare(`SELECT * FROM ${table}`).all()
  expect(read(empty, 'bars')).toEqual([])
  expect([...restored.keys()]).toHaveLength(2)

  cloud.fault = { method: 'PUT', path: /photos\/b{32}.webp$/, status: 503 }
  await expect(restore([folder, '--env', 'second'])).rejects.toThrow('503')
  expect(said).toMatch(
    new RegExp(`a copy of ${NAMES.worker}, made .*\\. It goes into ${SECOND.worker}\\.`),
  )
  cloud.fault = null
  await restore([folder, '--env', 'second'])
  expect(said).toContain('npm run admin -- password EMAIL --env second')
  for (const table of ['bars', 'accounts', 'memberships', 'admin_acts', 'reports'])
    expect(read(empty, table)).toEqual(read(db, table))
  expect(read(empty, 'admin_sessions')).toEqual([])
  expect(restored).toEqual(
    new Map([
      [LOGO, logo],
      [PHOTO, photo],
    ]),
  )

  db.exec("UPDATE bars SET logo_url = '/media/../../out.png'")
  const other = join(dirname(folder), 'other')
  await expect(backUp([other, '--env', 'rehearsal'])).rejects.toThrow('is no picture of a bar')

  empty.exec("INSERT INTO bars (id, name, address, city) VALUES ('BBBBBB', 'Outro', 'Rua', 'Rio')")
  await expect(restore([folder, '--env', 'second'])).rejects.toThrow(
    /an empty one alone[\s\S]*npm run admin -- remove EMAIL --env second/,
  )
  rmSync(dirname(folder), { recursive: true })
})

test('a first deploy whose site does not answer shows its secrets, and offers no rollback', async () => {
  const refused = await run(['--env', 'dead', '--address', NOWHERE], {}, 0).catch(String)
  expect(refused).toContain(`npx wrangler tail ${namesOf('dead').worker}`)
  expect(refused).not.toContain('rollback')
  expect(said).toContain('Its secrets are in ')
  expect(said).toMatch(/setup secret: \S{16}/)
})

test('verify-remote records a site’s answers with their date', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'brinde-verified-'))
  const file = await verifyRemote(['--address', inject('origin')], folder)
  const record = readFileSync(file, 'utf8')
  expect(record).toMatch(/^# http.*\n\n\d{4}-\d\d-\d\dT.*version \S/)
  expect(record).toContain('| one version answers, each time | yes |')
  expect(record).not.toContain('| no |')
  const nowhere = ['--address', NOWHERE]
  await expect(verifyRemote(nowhere, folder)).rejects.toThrow(/Not as it should be: .*one version/)
  const records = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  expect(records.join()).toContain('| no |')
  rmSync(folder, { recursive: true })
})
