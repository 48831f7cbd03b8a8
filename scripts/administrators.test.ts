import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { checkPassword } from '#worker/auth/passwords.ts'
import { hashSecret } from '#worker/auth/tokens.ts'
import {
  administer,
  generatePassword,
  readEmail,
  readPublicUrl,
  refuseWeakPassword,
} from './administrators.ts'
import { runSql, sql } from './database.ts'
import { inRoot } from './paths.ts'
import type { Outcome } from './run-tool.ts'
import { UserError } from './user-error.ts'

const ANA = 'ana@brinde.example'
const BIA = 'bia@brinde.example'
const DEPLOYED = { deployedBy: 'wrangler.toml' }
const SITE = 'https://brinde.example'
const PEPPER = 'a-pepper-of-this-test-that-is-long-enough'
/** One session each. */
const INSERT_SESSIONS = sql`INSERT INTO admin_sessions
  (token_hash, account_id, created_at, last_used_at, expires_at) SELECT email, id, 1, 1, 1 FROM accounts`

/**
 * Answers as `wrangler d1 execute --json` does, from a SQLite of its own. Remote it prints what D1's
 * API answers, or its own summary of an import for a file; local it prints of `meta` the duration alone.
 */
class FakeWrangler {
  readonly place: 'local' | 'remote'
  readonly sqlite = new DatabaseSync(':memory:')
  readonly calls: string[][] = []
  /** What the next run prints instead of an answer. */
  fault: Outcome | null = null

  constructor(place: 'local' | 'remote' = 'remote') {
    this.place = place
    for (const file of readdirSync(inRoot('migrations')).sort()) {
      this.sqlite.exec(readFileSync(inRoot(`migrations/${file}`), 'utf8'))
    }
  }

  readonly runWrangler = async (args: string[]): Promise<Outcome> => {
    this.calls.push(args)
    if (this.fault) return this.fault
    const expected = ['d1', 'execute', 'DB', `--${this.place}`, '--json']
    expect(args).toEqual(expect.arrayContaining(expected))
    const command = args.find((arg) => arg.startsWith('--command='))?.slice('--command='.length)
    return print(command === undefined ? [IMPORT_SUMMARY] : this.#query(command))
  }

  /** One answer for each statement, all or none of them done. */
  #query(command: string): unknown[] {
    this.sqlite.exec('BEGIN')
    const answers = command.split(/;\n/).map((text) => ({
      results: this.sqlite.prepare(text).all(),
      success: true,
      meta: this.place === 'remote' ? META : { duration: 0 },
    }))
    this.sqlite.exec('COMMIT')
    return answers
  }

  read(text: string): unknown[] {
    return this.sqlite.prepare(text).all()
  }

  writes(): string[][] {
    return this.calls.filter((args) => /INSERT|UPDATE|DELETE/.test(args.join()))
  }
}

const META = {
  served_by: 'v3-prod',
  served_by_region: 'ENAM',
  served_by_primary: true,
  timings: { sql_duration_ms: 0.2 },
  duration: 0.2,
  last_row_id: 0,
  changed_db: true,
  changes: 1,
  size_after: 40_960,
  rows_read: 1,
  rows_written: 1,
}

const IMPORT_SUMMARY = {
  results: [
    {
      'Total queries executed': 3,
      'Rows read': 5,
      'Rows written': 2,
      'Database size (MB)': '0.04',
    },
  ],
  success: true,
  finalBookmark: '00000001-00000002-00004e2f-0a0a',
  meta: META,
}

function print(answer: unknown, code = 0): Outcome {
  const stdout = `${JSON.stringify(answer, null, 2)}\n`
  return { code, stdout, output: stdout }
}

/** `npm run admin` on this machine's database. Returns what it printed. */
async function administerLocally(local: FakeWrangler, words: string, typed = ''): Promise<string> {
  const said: string[] = []
  await administer(words.split(' '), {
    openDatabase: async (environment) => {
      expect(environment).toBeNull()
      return (statements) => runSql({ stateDir: 'state' }, statements, local.runWrangler)
    },
    askForPassword: async () => typed,
    readPublicUrl: () => expect.unreachable(),
    readLocalPepper: () => PEPPER,
    say: (text) => said.push(text),
  })
  return said.join('\n')
}

/** `npm run admin` on the deployed database. Returns what it printed. */
async function administerRemotely(
  deployed: FakeWrangler,
  words: string,
  { url = SITE }: { url?: string } = {},
): Promise<string> {
  const said: string[] = []
  await administer([...words.split(' '), '--remote'], {
    openDatabase: async (environment) => {
      expect(environment).toBe('production')
      return (statements) => runSql(DEPLOYED, statements, deployed.runWrangler)
    },
    askForPassword: () => expect.unreachable(),
    readPublicUrl: () => readPublicUrl({ PUBLIC_URL: url }, {}),
    readLocalPepper: () => expect.unreachable(),
    say: (text) => said.push(text),
  })
  return said.join('\n')
}

const findToken = (text: string) => new RegExp(`${SITE}/admin-login#\\S*?([\\w-]{43})$`).exec(text)

test('an administrator is added to the deployed database with a link that works, and listed', async () => {
  const deployed = new FakeWrangler()
  const created = await administerRemotely(deployed, `create ${ANA}`)
  const hash = await hashSecret(findToken(created)?.[1] ?? '')
  expect(
    deployed.read(
      'SELECT email, password_hash, token_hash FROM accounts JOIN password_links ON account_id = id',
    ),
  ).toEqual([{ email: ANA, password_hash: null, token_hash: hash }])
  expect(await administerRemotely(deployed, 'list')).toBe(`${ANA}  has not set a password yet`)
  deployed.sqlite.exec("UPDATE accounts SET password_hash = 'x'")
  expect(await administerRemotely(deployed, 'list')).toBe(`${ANA}  0 sessions`)
})

test('a new link takes the place of the one before', async () => {
  const deployed = new FakeWrangler()
  await administerRemotely(deployed, `create ${ANA}`)
  const renewed = await administerRemotely(deployed, `password ${ANA}`)
  const hash = await hashSecret(findToken(renewed)?.[1] ?? '')
  expect(deployed.read('SELECT token_hash FROM password_links')).toEqual([{ token_hash: hash }])
})

test('who is removed is gone with session and link, and nobody else is', async () => {
  const deployed = new FakeWrangler()
  await administerRemotely(deployed, `create ${ANA}`)
  await administerRemotely(deployed, `create ${BIA}`)
  deployed.sqlite.exec(
    'INSERT INTO admin_sessions (token_hash, account_id, created_at, last_used_at, expires_at) SELECT email, id, 1, 1, 1 FROM accounts',
  )
  expect(await administerRemotely(deployed, `remove ${ANA}`)).toContain('no account any more')
  for (const table of ['accounts', 'admin_sessions', 'password_links']) {
    expect(deployed.read(`SELECT * FROM ${table}`)).toHaveLength(1)
  }
  expect(await administerRemotely(deployed, 'list')).toContain(BIA)
})

test.each(['remove', 'password'])('%s of an email that nobody has is a failure', async (name) => {
  const deployed = new FakeWrangler()
  await administerRemotely(deployed, `create ${ANA}`)
  const before = deployed.writes().length
  await expect(administerRemotely(deployed, `${name} anna@brinde.example`)).rejects.toThrow(
    'anna@brinde.example has no account.',
  )
  expect(deployed.writes()).toHaveLength(before)
})

test('nobody is added twice, and the link of before stays', async () => {
  const deployed = new FakeWrangler()
  await administerRemotely(deployed, `create ${ANA}`)
  const links = deployed.read('SELECT * FROM password_links')
  await expect(administerRemotely(deployed, `create ${ANA}`)).rejects.toThrow('already')
  expect(deployed.read('SELECT * FROM password_links')).toEqual(links)
})

test.each([
  ['create', 'an account already'],
  ['password', 'no account'],
  ['remove', 'no account'],
])('%s fails where somebody else was quicker', async (name, sentence) => {
  const deployed = new FakeWrangler()
  if (name !== 'create') await administerRemotely(deployed, `create ${ANA}`)
  const runWrangler = deployed.runWrangler.bind(deployed)
  let calls = 0
  const outrun = Object.assign(deployed, {
    runWrangler: async (args: string[]) => {
      calls += 1
      if (calls === 2) {
        if (name === 'create') {
          deployed.sqlite.exec(
            `INSERT INTO accounts (id, email, created_at) VALUES ('x', '${ANA}', 1)`,
          )
        } else deployed.sqlite.exec('DELETE FROM accounts')
      }
      return runWrangler(args)
    },
  })
  await expect(administerRemotely(outrun, `${name} ${ANA}`)).rejects.toThrow(sentence)
  expect(deployed.read('SELECT * FROM password_links')).toEqual([])
})

test.each(['create', 'password'])(
  '%s writes nothing where the site has no address for the link',
  async (name) => {
    const deployed = new FakeWrangler()
    if (name === 'password') await administerRemotely(deployed, `create ${ANA}`)
    const before = deployed.calls.length
    await expect(administerRemotely(deployed, `${name} ${ANA}`, { url: '' })).rejects.toThrow(
      'PUBLIC_URL',
    )
    expect(deployed.calls).toHaveLength(before)
  },
)

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
  const deployed = new FakeWrangler()
  await expect(administerRemotely(deployed, words)).rejects.toThrow(/npm run admin|no email/)
  expect(deployed.calls).toEqual([])
})

test('T39 an email is only ever a value of SQL', async () => {
  const deployed = new FakeWrangler()
  await administerRemotely(deployed, `create ${ANA}`)
  for (const email of ["o'neil@b.example", "a'or'1'='1@b.example", "x'--@b.example"]) {
    await expect(administerRemotely(deployed, `remove ${email}`)).rejects.toThrow('no account')
    await administerRemotely(deployed, `create ${email}`)
    await administerRemotely(deployed, `remove ${email}`)
  }
  expect(deployed.read('SELECT email FROM accounts')).toEqual([{ email: ANA }])
})

test.each([
  ['an import’s summary', print([IMPORT_SUMMARY])],
  ['fewer answers than statements', print([])],
  ['no JSON', { code: 0, stdout: 'Done.\n', output: 'Done.\n' }],
  ['an answer that failed', print([{ success: false, results: [] }])],
  [
    'no such table',
    print(
      { error: { text: 'A request failed.', notes: [{ text: 'no such table: accounts' }] } },
      1,
    ),
  ],
])('%s is a failure and no answer', async (what, fault) => {
  const deployed = new FakeWrangler()
  await administerRemotely(deployed, `create ${ANA}`)
  deployed.fault = fault
  for (const words of ['list', `remove ${ANA}`, `password ${ANA}`, `create ${BIA}`]) {
    const failure = administerRemotely(deployed, words)
    await expect(failure).rejects.toThrow(fault.code === 0 ? /answer/ : what)
  }
})

test('behind a proxy wrangler’s answer is still read', async () => {
  const deployed = new FakeWrangler()
  const { stdout } = print([{ results: [{ one: 1 }], success: true, meta: META }])
  const line = "Proxy environment variables detected. We'll use your proxy for fetch requests.\n"
  deployed.fault = { code: 0, stdout: line + stdout, output: line + stdout }
  expect(await runSql(DEPLOYED, [sql`SELECT 1 AS one`], deployed.runWrangler)).toEqual([
    [{ one: 1 }],
  ])
})

test('T43 of a password only the hash under the pepper is sent, and the sessions end', async () => {
  const local = new FakeWrangler('local')
  expect(await administerLocally(local, `create ${ANA}`)).toMatch(
    /Password: (?:[0-9a-f]{6}-){4}[0-9a-f]{6}$/,
  )
  local.sqlite.exec(INSERT_SESSIONS)
  const writes = local.writes().length
  const change = (typed: string) => administerLocally(local, `password ${ANA}`, typed)
  await expect(change('curta')).rejects.toThrow('12 to 256 characters')
  expect(local.writes()).toHaveLength(writes)
  expect(await change('canary senha')).toBe('The password is set.')
  expect(local.read('SELECT * FROM admin_sessions')).toEqual([])
  expect(local.calls.join()).not.toContain('canary')
  const [row] = local.read('SELECT password_hash AS hash FROM accounts')
  const { hash } = v.parse(v.object({ hash: v.string() }), row)
  expect(checkPassword('canary senha', hash, PEPPER).right).toBe(true)
  expect(checkPassword('canary senha', hash, `${PEPPER}x`).right).toBe(false)
})

test.each(['Ana@Brinde.Example', ' ana@brinde.example '])('%j is read as one address', (text) => {
  expect(readEmail(text)).toBe('ana@brinde.example')
})

test.each(['', 'ana', "x@y.zz'; DROP TABLE accounts; --", 'a\0b@c.example', '--remote'])(
  'T39 %j is refused before it gets near SQL',
  (text) => {
    expect(() => readEmail(text)).toThrow('is no email address')
  },
)

const OWNER = { email: ANA, barNames: ['Bar do Zé Pereira'] }

test.each([
  ...['', 'curta12', 'onze letras', 'password1234', '2026 MUDAR 2026', 'x'.repeat(257)],
  ...['brinde-2026-ana', 'BarDoZePereira1'],
])('T28 the password %.12j is refused', (password) => {
  expect(() => refuseWeakPassword(password, OWNER)).toThrow(UserError)
})

test('a generated password is good, and never the same', () => {
  const passwords = Array.from({ length: 1_000 }, generatePassword)
  expect(new Set(passwords).size).toBe(1_000)
  for (const password of passwords) {
    refuseWeakPassword(password, OWNER)
    expect(password).toMatch(/^(?:[0-9a-f]{6}-){4}[0-9a-f]{6}$/)
  }
})

test('a link is only made for a site whose address is known, and never without TLS', () => {
  const vars = { PUBLIC_URL: 'https://brinde.example/' }
  expect(readPublicUrl(vars, {})).toBe('https://brinde.example')
  expect(readPublicUrl(vars, { PUBLIC_URL: 'https://x.example' })).toBe('https://x.example')
  for (const PUBLIC_URL of ['', 'brinde.example', 'http://brinde.example', 'javascript:alert(1)']) {
    expect(() => readPublicUrl({ PUBLIC_URL }, {})).toThrow('PUBLIC_URL')
  }
})
