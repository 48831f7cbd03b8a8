import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { PassThrough } from 'node:stream'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { checkPassword } from '#worker/auth/passwords.ts'
import { hashSecret } from '#worker/auth/tokens.ts'
import {
  administer,
  askForPassword,
  generatePassword,
  readEmail,
  readPublicUrl,
  refuseWeakPassword,
  toOpenSession,
} from './administrators.ts'
import type { Sql } from './database.ts'
import { sql } from './database.ts'
import { inRoot } from './paths.ts'
import { UserError } from './user-error.ts'

const ANA = 'ana@brinde.example'
const BIA = 'bia@brinde.example'
const SITE = 'https://brinde.example'
const PEPPER = 'a-pepper-of-this-test-that-is-long-enough'

/** A database with every migration applied, which records its queries. */
class FakeDatabase {
  readonly sqlite = new DatabaseSync(':memory:')
  readonly batches: string[] = []
  /** Happens before the batch of this index. */
  before: [batch: number, happens: string] | null = null

  constructor() {
    for (const file of readdirSync(inRoot('migrations')).sort()) {
      this.sqlite.exec(readFileSync(inRoot(`migrations/${file}`), 'utf8'))
    }
  }

  readonly run = async (statements: Sql[]) => {
    if (this.before?.[0] === this.batches.length) this.sqlite.exec(this.before[1])
    this.batches.push(statements.join(';\n'))
    return statements.map((text) => this.sqlite.prepare(text).all())
  }

  read(text: string): unknown[] {
    return this.sqlite.prepare(text).all()
  }

  writes(): string[] {
    return this.batches.filter((batch) => /INSERT|UPDATE|DELETE/.test(batch))
  }
}

/** `npm run admin` on the deployed database, or where a password is typed on this machine's. Returns what it printed. */
async function administerOn(
  database: FakeDatabase,
  words: string,
  { url = SITE, typed = null }: { url?: string; typed?: string | null } = {},
): Promise<string> {
  const said: string[] = []
  const isLocal = typed !== null
  await administer([...words.split(' '), ...(isLocal ? [] : ['--remote'])], {
    openDatabase: async (environment) => {
      expect(environment).toBe(isLocal ? null : 'production')
      return database.run
    },
    askForPassword: async () => typed ?? expect.unreachable(),
    readPublicUrl: () => (isLocal ? expect.unreachable() : readPublicUrl({ PUBLIC_URL: url }, {})),
    readLocalPepper: () => (isLocal ? PEPPER : expect.unreachable()),
    say: (text) => said.push(text),
  })
  return said.join('\n')
}

/** A deployed database with Ana as its administrator. */
async function withAna(): Promise<FakeDatabase> {
  const deployed = new FakeDatabase()
  await administerOn(deployed, `create ${ANA}`)
  return deployed
}

/** One session each. */
const INSERT_SESSIONS = sql`INSERT INTO admin_sessions
  (token_hash, account_id, created_at, last_used_at, expires_at) SELECT email, id, 1, 1, 1 FROM accounts`
/** One passkey each. */
const INSERT_PASSKEYS = sql`INSERT INTO passkeys (id, account_id, credential_id, public_key, transports,
  counter, backup_eligible, backed_up, created_at, challenged_at)
  SELECT email, id, email, 'x', '[]', 0, 0, 0, 1, 1 FROM accounts`
const LINKS =
  'SELECT email, token_hash AS hash FROM accounts JOIN password_links ON account_id = id'

/** The hash of the token in a printed link, as the database is to have it. */
function hashToken(printed: string): string {
  return hashSecret(new RegExp(`${SITE}/admin-login#\\S*?([\\w-]{43})$`).exec(printed)?.[1] ?? '')
}

test('create, password, list and remove change one administrator, their link and their sessions', async () => {
  const deployed = new FakeDatabase()
  const first = hashToken(await administerOn(deployed, `create ${ANA}`))
  expect(deployed.read(LINKS)).toEqual([{ email: ANA, hash: first }])
  const second = hashToken(await administerOn(deployed, `password ${ANA}`))
  expect(deployed.read(LINKS)).toEqual([{ email: ANA, hash: second }])
  expect(await administerOn(deployed, 'list')).toBe(`${ANA}  has not set a password yet`)
  deployed.sqlite.exec("UPDATE accounts SET password_hash = 'x'")
  expect(await administerOn(deployed, 'list')).toBe(`${ANA}  0 sessions`)

  await administerOn(deployed, `create ${BIA}`)
  deployed.sqlite.exec(INSERT_SESSIONS)
  expect(await administerOn(deployed, `remove ${ANA}`)).toContain('no account any more')
  expect(deployed.read('SELECT * FROM admin_sessions')).toMatchObject([{ token_hash: BIA }])
  expect(deployed.read(LINKS)).toMatchObject([{ email: BIA }])
  expect(await administerOn(deployed, 'list')).toContain(BIA)
})

test.each([
  [`create ${ANA}`, 'an account already'],
  ['remove anna@brinde.example', 'anna@brinde.example has no account.'],
  ['password anna@brinde.example', 'anna@brinde.example has no account.'],
])('%s fails and writes nothing', async (words, sentence) => {
  const deployed = await withAna()
  const before = deployed.writes().length
  await expect(administerOn(deployed, words)).rejects.toThrow(sentence)
  expect(deployed.writes()).toHaveLength(before)
})

const ADD_ANA = `INSERT INTO accounts (id, email, created_at) VALUES ('x', '${ANA}', 1)`

test.each([
  ['create', 'an account already', ADD_ANA],
  ['password', 'no account', 'DELETE FROM accounts'],
  ['remove', 'no account', 'DELETE FROM accounts'],
])('%s fails if another administrator was faster', async (name, sentence, happens) => {
  const deployed = name === 'create' ? new FakeDatabase() : await withAna()
  deployed.before = [deployed.batches.length + 1, happens]
  await expect(administerOn(deployed, `${name} ${ANA}`)).rejects.toThrow(sentence)
  expect(deployed.read('SELECT * FROM password_links')).toEqual([])
})

test.each([
  '',
  'creat a@b.example',
  'constructor a@b.example',
  'create',
  'create a@b.example c@d.example',
  'create --remot a@b.example',
  'list a@b.example',
  'remove ana',
  'remove --force',
])('%j is refused before the database is opened', async (words) => {
  const deployed = new FakeDatabase()
  await expect(administerOn(deployed, words)).rejects.toThrow(/npm run admin|no email/)
  expect(deployed.batches).toEqual([])
})

test('a password link needs a known HTTPS address of the site; otherwise nothing is written', async () => {
  const vars = { PUBLIC_URL: 'https://brinde.example/' }
  expect(readPublicUrl(vars, {})).toBe('https://brinde.example')
  expect(readPublicUrl(vars, { PUBLIC_URL: 'https://x.example' })).toBe('https://x.example')
  const deployed = await withAna()
  const before = deployed.batches.length
  for (const url of ['', 'brinde.example', 'http://brinde.example', 'javascript:alert(1)']) {
    for (const words of [`create ${BIA}`, `password ${ANA}`]) {
      await expect(administerOn(deployed, words, { url })).rejects.toThrow('PUBLIC_URL')
    }
  }
  expect(deployed.batches).toHaveLength(before)
})

const GENERATED = /^(?:[0-9a-f]{6}-){4}[0-9a-f]{6}$/

test('T43 a new password reaches the database only as its peppered hash and ends all sessions', async () => {
  const local = new FakeDatabase()
  expect(local.read(toOpenSession('hash', 1, 2))).toEqual([])
  const created = await administerOn(local, `create ${ANA}`, { typed: '' })
  expect(/Password: (.*)$/.exec(created)?.[1]).toMatch(GENERATED)
  expect(local.read(toOpenSession('hash', 1, 2))).toHaveLength(1)
  const writes = local.writes().length
  const change = (typed: string) => administerOn(local, `password ${ANA}`, { typed })
  await expect(change('curta')).rejects.toThrow('12 to 256 characters')
  expect(local.writes()).toHaveLength(writes)
  expect(await change('canary senha')).toBe('The password is set.')
  expect(local.read('SELECT * FROM admin_sessions')).toEqual([])
  expect(local.batches.join()).not.toContain('canary')
  const [row] = local.read('SELECT password_hash AS hash FROM accounts')
  const { hash } = v.parse(v.object({ hash: v.string() }), row)
  expect(checkPassword('canary senha', hash, PEPPER).right).toBe(true)
  expect(checkPassword('canary senha', hash, `${PEPPER}x`).right).toBe(false)
})

test('T65 the operator’s new password suspends older passkeys and cancels the account’s links', async () => {
  const local = new FakeDatabase()
  await administerOn(local, `create ${ANA}`, { typed: '' })
  await administerOn(local, `create ${BIA}`, { typed: '' })
  local.sqlite.exec(INSERT_PASSKEYS)
  local.sqlite.exec(`INSERT INTO password_links (account_id, token_hash, expires_at, made_by)
    SELECT bia.id, 'x', 1, ana.id FROM accounts bia JOIN accounts ana ON ana.email = '${ANA}'
    WHERE bia.email = '${BIA}'`)
  await administerOn(local, `password ${ANA}`, { typed: '' })
  expect(local.read('SELECT id FROM passkeys WHERE suspended_at IS NULL')).toEqual([{ id: BIA }])
  expect(local.read('SELECT * FROM password_links')).toEqual([])
})

test.each(['', 'ana', "x@y.zz'; DROP TABLE accounts; --", 'a\0b@c.example', '--remote'])(
  'T39 %j is refused before it gets near SQL',
  (text) => {
    expect(readEmail(' Ana@Brinde.Example ')).toBe(ANA)
    expect(() => readEmail(text)).toThrow('is no email address')
  },
)

const OWNER = { email: ANA, barNames: ['Bar do Zé Pereira'] }

test.each([
  '',
  'curta12',
  'onze letras',
  'password1234',
  '2026 MUDAR 2026',
  'x'.repeat(257),
  'brinde-2026-ana',
  'BarDoZePereira1',
])('T28 the password %.12j is refused', (password) => {
  expect(() => refuseWeakPassword(password, OWNER)).toThrow(UserError)
})

test('a generated password is good, and never the same', () => {
  const passwords = Array.from({ length: 1_000 }, generatePassword)
  expect(new Set(passwords).size).toBe(1_000)
  for (const password of passwords) {
    refuseWeakPassword(password, OWNER)
    expect(password).toMatch(GENERATED)
  }
})

/** Answers the question with these keys, on a terminal or by a pipe. */
function answerTo(keys: string, isTTY: boolean): Promise<string> {
  const stdin = Object.assign(new PassThrough(), { isTTY, setRawMode: () => stdin })
  const streams = { stdin, stdout: new PassThrough() }
  const answer = askForPassword('Password: ', streams as unknown as typeof process)
  stdin.end(keys)
  return answer
}

// Raw mode makes them keys, and an empty answer asks for a new password.
test.each(['\x03', 'abc\x03', '\x04'])(
  'the keys %j at the password change nothing',
  async (keys) => {
    await expect(answerTo(keys, true)).rejects.toThrow('Nothing was changed.')
  },
)

test('an empty line and empty piped input ask for a password to be made', async () => {
  expect(await answerTo('\r', true)).toBe('')
  expect(await answerTo('três chopes\r', true)).toBe('três chopes')
  expect(await answerTo('', false)).toBe('')
})
