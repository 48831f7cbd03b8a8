import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { FalseCloud } from '#test/cloud/false-api.ts'
import { ROOT } from '../paths.ts'
import { backUp, restore } from './backup.ts'
import { readSettings } from './settings.ts'

const SOURCE = ['--env', 'source']
const TARGET = ['--env', 'target']
const LOGO = `logos/${'a'.repeat(32)}.png`
const PHOTO = `photos/${'b'.repeat(32)}.webp`
const IN_FUTURE = 9_000_000_000_000
const TABLES = 'bars bar_hours accounts memberships passkeys admin_acts reports'.split(' ')

let cloud: FalseCloud
let said = ''

beforeEach(async () => {
  cloud = new FalseCloud()
  await cloud.start()
  onTestFinished(() => cloud.stop())
  said = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += text
    return true
  })
})

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'brinde-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Makes an environment's empty database and bucket. */
function deployEmpty(environment: string): DatabaseSync {
  const { d1_databases, r2_buckets } = readSettings(environment).config
  const db = cloud.addDatabase(d1_databases[0].database_name)
  db.exec('CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT)')
  for (const file of globSync('migrations/*.sql', { cwd: ROOT }).sort()) {
    db.exec(readFileSync(join(ROOT, file), 'utf8'))
    db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').run(basename(file))
  }
  const bucket = { place: {}, rules: [], objects: new Map() }
  cloud.buckets.set(r2_buckets[0].bucket_name, bucket)
  return db
}

const addAct = (accountId: string, at: number): string =>
  `INSERT INTO admin_acts (at, id, kind, account_id) VALUES (${at}, 'act-${at}', 'signed_in', '${accountId}')`
const addSession = (accountId: string): string =>
  `INSERT INTO admin_sessions (token_hash, account_id, created_at, last_used_at, expires_at)
    VALUES ('t', '${accountId}', 0, 0, 9)`
const addAccount = (id: string): string =>
  `INSERT INTO accounts (id, email, role, created_at) VALUES ('${id}', '${id}@bar.example', 'admin', 5)`
const addBar = (id: string): string =>
  `INSERT INTO bars (id, name, address, city, created_at) VALUES ('${id}', 'Bar', 'Rua', 'Rio', 5)`

/** Makes a deployment with two rows of every table, and pictures of a bar. */
function deployFull(): DatabaseSync {
  const db = deployEmpty('source')
  db.exec(`${addBar('AAAAAA')}; ${addBar('BBBBBB')}; ${addAccount('ana')}; ${addAccount('bia')};
    UPDATE bars SET logo_url = '/media/${LOGO}', photos_url = '["/media/${PHOTO}"]' WHERE id = 'AAAAAA';
    INSERT INTO bar_hours VALUES ('AAAAAA', 1, 2, 3, 4, 5), ('AAAAAA', 2, 2, 3, 4, 5);
    INSERT INTO memberships VALUES ('ana', 'AAAAAA', 'owner', 5), ('bia', 'AAAAAA', 'staff', 5);
    INSERT INTO passkeys (id, account_id, credential_id, public_key, transports, counter, backup_eligible, backed_up, created_at, challenged_at)
      VALUES ('p', 'ana', 'p', 'k', '[]', 0, 1, 1, 5, 5), ('q', 'bia', 'q', 'k', '[]', 0, 1, 1, 5, 5);
    INSERT INTO reports (id, bar_id, reason, state, reported_at)
      VALUES ('r', 'AAAAAA', 'other', 'open', 7), ('s', 'AAAAAA', 'other', 'open', 7);
    ${addAct('ana', 5)}; ${addAct('bia', IN_FUTURE)}`)
  const objects = objectsOf('source')
  objects?.set(LOGO, { bytes: Buffer.from([1]), type: 'image/png' })
  objects?.set(PHOTO, { bytes: Buffer.from([2]), type: 'image/webp' })
  return db
}

const objectsOf = (environment: string) =>
  cloud.buckets.get(readSettings(environment).config.r2_buckets[0].bucket_name)?.objects

/** Returns the folder of a copy of a full deployment. */
async function makeCopy(): Promise<string> {
  deployFull()
  return backUp([join(makeFolder(), 'copy'), ...SOURCE])
}

const readAll = (db: DatabaseSync) =>
  Object.fromEntries(TABLES.map((table) => [table, db.prepare(`SELECT * FROM ${table}`).all()]))

// `npm run restore FOLDER --env staging` arrives so, and would go into production.
test('a second folder is refused with the usage', async () => {
  await expect(restore([makeFolder(), 'staging'])).rejects.toThrow(/^npm run restore /)
  await expect(backUp(['copy', 'staging'])).rejects.toThrow(/^npm run backup /)
})

test('a folder without its last file is no whole backup', async () => {
  const folder = makeFolder()
  await expect(restore([folder])).rejects.toThrow(
    `${folder}/backup.json is missing: this folder is no whole backup`,
  )
})

test('a file of a backup that cannot be read is named with the cause', async () => {
  const file = join(makeFolder(), 'backup.json')
  mkdirSync(file)
  await expect(restore([join(file, '..')])).rejects.toThrow(`${file} cannot be read: EISDIR`)
})

test('the next backup into a folder goes on, and loads only the pictures that it lacks', async () => {
  const db = deployFull()
  const args = [join(makeFolder(), 'copy'), ...SOURCE]
  const [folder = ''] = args
  cloud.fault = { method: 'GET', path: /photos\/b{32}.webp$/, status: 503 }
  await expect(backUp(args)).rejects.toThrow('503')
  expect(said).toContain(`\`npm run backup -- ${folder} --env source\` goes on.`)
  expect(existsSync(join(folder, 'backup.json'))).toBe(false)
  cloud.fault = null
  cloud.asked.length = 0
  db.exec(addBar('CCCCCC'))
  await backUp(args)
  expect(cloud.asked.filter((line) => line.includes('/objects/'))).toHaveLength(1)
  expect(readFileSync(join(folder, 'bars.json'), 'utf8')).toContain('CCCCCC')
  expect([LOGO, PHOTO].map((key) => [...readFileSync(join(folder, 'media', key))])).toEqual([
    [1],
    [2],
  ])
  expect(readdirSync(join(folder, 'media', 'photos'))).toHaveLength(1)
  await expect(backUp(args)).rejects.toThrow(/is there already/)
})

test('a backup writes nothing into a folder of other files', async () => {
  deployFull()
  const folder = makeFolder()
  writeFileSync(join(folder, 'letter.txt'), 'x')
  await expect(backUp([folder, ...SOURCE])).rejects.toThrow(/is there already/)
  await expect(backUp([join(folder, 'letter.txt'), ...SOURCE])).rejects.toThrow(/is there already/)
  expect(readdirSync(folder)).toEqual(['letter.txt'])
})

test.each(TABLES)('a restore that broke off before its %s goes on', async (table) => {
  const folder = await makeCopy()
  const [source] = [...cloud.databases.values()].map(({ db }) => db)
  const db = deployEmpty('target')
  const { prepare } = db
  const breaking = vi.spyOn(db, 'prepare').mockImplementation((sql) => {
    if (sql.includes(`INSERT INTO ${table} `)) throw new Error('broken off')
    return prepare.call(db, sql)
  })
  await expect(restore([folder, ...TARGET])).rejects.toThrow('broken off')
  breaking.mockRestore()
  await restore([folder, ...TARGET])
  expect(readAll(db)).toEqual(readAll(source ?? expect.unreachable()))
  expect([...(objectsOf('target')?.keys() ?? [])]).toEqual([LOGO, PHOTO])
})

test.each([
  ['a bar that was deleted', "DELETE FROM bars WHERE id = 'AAAAAA'"],
  ['the last bar deleted', "DELETE FROM bars WHERE id = 'BBBBBB'"],
  ['a bar of its own', addBar('ZZZZZZ')],
  ['a bar that was changed', "UPDATE bars SET paused_at = 5 WHERE id = 'BBBBBB'"],
  ['an account that was removed', "DELETE FROM accounts WHERE id = 'ana'"],
  ['the last account removed', "DELETE FROM accounts WHERE id = 'bia'"],
  ['all accounts removed', 'DELETE FROM accounts'],
  ['an account of its own', addAccount('caio')],
  ['a password that was set', "UPDATE accounts SET password_hash = 'x' WHERE id = 'bia'"],
  ['a membership that ended', "DELETE FROM memberships WHERE account_id = 'ana'"],
  ['the last membership ended', "DELETE FROM memberships WHERE account_id = 'bia'"],
  ['a passkey that was removed', "DELETE FROM passkeys WHERE id = 'p'"],
  ['the last passkey removed', "DELETE FROM passkeys WHERE id = 'q'"],
  ['a passkey that was suspended', "UPDATE passkeys SET suspended_at = 5 WHERE id = 'q'"],
  ['a session', addSession('ana')],
  ['a newer act', addAct('ana', IN_FUTURE + 1)],
])('a restore into a deployment with %s is refused, and writes nothing', async (_, change) => {
  const folder = await makeCopy()
  const db = deployEmpty('target')
  await restore([folder, ...TARGET])
  db.exec(change)
  const before = readAll(db)
  cloud.takeChanges()
  await expect(restore([folder, ...TARGET])).rejects.toThrow(
    /A copy goes into an empty one alone[\s\S]*npm run admin -- remove EMAIL --env target/,
  )
  expect(readAll(db)).toEqual(before)
  expect(cloud.takeChanges().filter((line) => line.includes('/objects/'))).toEqual([])
})

test('a restore is possible again once an account that was made by mistake is removed', async () => {
  const folder = await makeCopy()
  const db = deployEmpty('target')
  db.exec(`${addAccount('caio')}; ${addSession('caio')}; ${addAct('caio', IN_FUTURE + 1)}`)
  await expect(restore([folder, ...TARGET])).rejects.toThrow('an empty one alone')
  db.exec("DELETE FROM accounts WHERE id = 'caio'")
  await restore([folder, ...TARGET])
  expect(db.prepare('SELECT id FROM accounts ORDER BY id').all()).toEqual([
    { id: 'ana' },
    { id: 'bia' },
  ])
})
