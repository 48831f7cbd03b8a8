import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import * as v from 'valibot'
import { newPasswordSchema } from '#contract/admin.ts'
import { SET_PASSWORD_FRAGMENT } from '#contract/admin-paths.ts'
import { toEmail } from '#contract/email.ts'
import { LIMITS } from '#contract/limits.ts'
import { PAGES } from '#contract/pages.ts'
import { TIMINGS } from '#contract/timings.ts'
import { hashPassword } from '#worker/auth/passwords.ts'
import { hashSecret, mintToken } from '#worker/auth/tokens.ts'
import type { PasswordOwner, Weakness } from '#worker/policy/new-password.ts'
import { findWeakness } from '#worker/policy/new-password.ts'
import type { Row, Sql } from './database.ts'
import { readRows, sql } from './database.ts'
import { inRoot, PRODUCTION, SECRETS_FILE } from './paths.ts'
import { LINK_MINUTES, USAGE } from './usage.ts'
import { readArguments, UserError } from './user-error.ts'

const GENERATED_BYTES = 15
/** The effects of the commands: database, terminal and settings. */
interface AdminContext {
  /** Null: on this machine. */
  openDatabase: (environment: string | null) => Promise<Run>
  askForPassword: (question: string) => Promise<string>
  /** Throws a UserError where the deployed site's address is not configured. */
  readPublicUrl: (environment: string) => string
  /** Throws a UserError where there is none. */
  readLocalPepper: () => string
  say: (text: string) => void
}
type Run = (statements: Sql[]) => Promise<Row[][]>

type Owner = Omit<PasswordOwner, 'productName'>

/** How an administrator gets in: a password, or a link to set one. */
interface Access {
  /** The first statement returns the administrator's id. */
  grant: (id: string) => Sql[]
  /** Shown when it is granted. */
  text: string
}
type ChooseAccess = (owner: Owner) => Promise<Access>

const COMMANDS = { create, list, password: setAccess, remove }
const isCommand = (name: string): name is keyof typeof COMMANDS => Object.hasOwn(COMMANDS, name)

/** One run of `npm run admin`: arguments, configuration and account are checked before any write. */
export async function administer(args: string[], context: AdminContext): Promise<void> {
  const options = { remote: { type: 'boolean' }, env: { type: 'string' } } as const
  const { values, positionals } = readArguments(
    { args, options, allowPositionals: true },
    USAGE.admin,
  )
  const [name = '', email, ...more] = positionals
  const isComplete = name === 'list' ? email === undefined : email !== undefined
  if (!isCommand(name) || !isComplete || more.length > 0) throw new UserError(USAGE.admin)
  const owner = email === undefined ? '' : readEmail(email)
  const environment = values.env ?? (values.remote ? PRODUCTION : null)
  const run = await context.openDatabase(environment)
  const prepareAccess = () =>
    environment === null ? preparePassword(context) : prepareLink(context, environment)
  context.say(await COMMANDS[name](run, owner, prepareAccess))
}

const rowSchema = v.object({ id: v.string() })
const listedSchema = v.object({
  email: v.string(),
  has_password: v.picklist([0, 1]),
  is_admin: v.picklist([0, 1]),
  bars: v.number(),
  sessions: v.number(),
})

async function create(run: Run, email: string, prepareAccess: () => ChooseAccess): Promise<string> {
  const chooseAccess = prepareAccess()
  const exists = new UserError(`${email} has an account already.`)
  const [known] = await run([toFindAdmin(email)])
  if (readRows(rowSchema, known).length > 0) throw exists
  const { grant, text } = await chooseAccess({ email, barNames: [] })
  const id = randomUUID()
  const [created, granted] = await run([toInsertAdmin(id, email, Date.now()), ...grant(id)])
  requireRow(created, exists)
  requireRow(granted, new UserError(`${email} was added, without a way to log in.`))
  return `${email} is an administrator now.\n${text}`
}

async function setAccess(
  run: Run,
  email: string,
  prepareAccess: () => ChooseAccess,
): Promise<string> {
  const chooseAccess = prepareAccess()
  const id = await findAdmin(run, email)
  const [bars] = await run([toListBarNames(id)])
  const barNames = readRows(v.object({ name: v.string() }), bars).map(({ name }) => name)
  const { grant, text } = await chooseAccess({ email, barNames })
  const [granted] = await run(grant(id))
  requireRow(granted, hasNoAccount(email))
  return text
}

async function remove(run: Run, email: string): Promise<string> {
  const [removed] = await run([toRemoveAdmin(await findAdmin(run, email))])
  requireRow(removed, hasNoAccount(email))
  return `${email} has no account any more; their sessions have ended.`
}

async function list(run: Run): Promise<string> {
  const [rows] = await run([LIST_ACCOUNTS])
  const lines = readRows(listedSchema, rows).map((account) => {
    const { email, has_password: hasPassword, is_admin: isAdmin, bars, sessions } = account
    const state = hasPassword ? `${sessions} sessions` : 'has not set a password yet'
    return `${email}  ${state}${isAdmin ? '' : `, no administrator, of ${bars} bars`}`
  })
  return lines.join('\n') || 'There is no account yet.'
}

const hasNoAccount = (email: string) => new UserError(`${email} has no account.`)

async function findAdmin(run: Run, email: string): Promise<string> {
  const [rows] = await run([toFindAdmin(email)])
  return requireRow(rows, hasNoAccount(email))
}

function requireRow(rows: Row[] | undefined, otherwise: UserError): string {
  const [row] = readRows(rowSchema, rows)
  if (!row) throw otherwise
  return row.id
}

function prepareLink({ readPublicUrl }: AdminContext, environment: string): ChooseAccess {
  const url = readPublicUrl(environment)
  return async () => {
    const token = mintToken()
    const until = Date.now() + TIMINGS.passwordLinkMs
    return {
      grant: (id) => [toReplaceLink(id, hashSecret(token), until)],
      text: `The password is set here, once and within ${LINK_MINUTES} minutes:
${url}${PAGES.adminLogin}#${SET_PASSWORD_FRAGMENT}${token}`,
    }
  }
}

function preparePassword({ askForPassword, readLocalPepper }: AdminContext): ChooseAccess {
  const pepper = readLocalPepper()
  return async (owner) => {
    const typed = await askForPassword('Password (empty: one is made): ')
    if (typed !== '') refuseWeakPassword(typed, owner)
    const password = typed || generatePassword()
    const hash = hashPassword(password, pepper)
    return {
      grant: (id) => toSetPassword(id, hash, Date.now()),
      text: typed === '' ? `Password: ${password}` : 'The password is set.',
    }
  }
}

/** The origin of the deployed site: PUBLIC_URL of the process, or else of the site's settings. */
export function readPublicUrl(
  { PUBLIC_URL: configured = '' }: Record<string, string>,
  env: Record<string, string | undefined> = process.env,
): string {
  const url = URL.parse(env.PUBLIC_URL ?? configured)
  if (url === null || url.protocol !== 'https:') {
    throw new UserError(
      'Say where the site is: PUBLIC_URL in wrangler.toml, or PUBLIC_URL=https://… before the command.',
    )
  }
  return url.origin
}

/**
 * Asks on the terminal without echo. Piped input is read up to the end of its first line. Throws a
 * UserError at Ctrl+C and Ctrl+D, which end the input of a terminal and raise no signal.
 */
export async function askForPassword(
  question: string,
  { stdin, stdout }: Pick<typeof process, 'stdin' | 'stdout'> = process,
): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  if (stdin.isTTY) stdout.write(question)
  const lines = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY === true })
  try {
    for await (const line of lines) return line
    if (stdin.isTTY) throw new UserError('Nothing was changed.')
    return ''
  } finally {
    lines.close()
    if (stdin.isTTY) stdout.write('\n')
  }
}

/** An address as the login reads it. */
export function readEmail(text: string): string {
  const email = toEmail(text)
  if (email === null) throw new UserError(`"${text}" is no email address.`)
  return email
}

/** The rules that a link's page has, for a password that is typed here. */
export function refuseWeakPassword(password: string, owner: Owner): void {
  if (!v.is(newPasswordSchema, password)) {
    const { passwordCharactersMin: least, passwordCharacters: most } = LIMITS
    throw new UserError(`A password has ${least} to ${most} characters.`)
  }
  const weakness = findWeakness(password, { ...owner, productName: readProductName() })
  if (weakness) throw new UserError(`${WEAKNESSES[weakness]} Choose another.`)
}

const WEAKNESSES: Record<Weakness, string> = {
  weak_password: 'This password is one of those that everybody tries first.',
  personal_password: 'This password is made of the email, the name of the site or of a bar.',
}

function readProductName(): string {
  const toml = readFileSync(inRoot('wrangler.toml'), 'utf8')
  return /^PRODUCT_NAME\s*=\s*["']([^"']*)["']/m.exec(toml)?.[1] ?? ''
}

/** 120 random bits, in groups that can be read aloud. */
export function generatePassword(): string {
  const text = randomBytes(GENERATED_BYTES).toString('hex')
  return (text.match(/.{1,6}/g) ?? []).join('-')
}

/** The pepper of the local server. The deployed one is known to the Worker alone. */
export function readLocalPepper(file = SECRETS_FILE): string {
  const pepper = /^PASSWORD_PEPPER=(.+)$/m.exec(readFileSync(file, 'utf8'))?.[1]
  if (pepper === undefined)
    throw new UserError('.dev.vars has no PASSWORD_PEPPER: run npm start once.')
  return pepper.trim()
}

/** Adds an administrator where there is none with this email. Returns the row it made. */
export const toInsertAdmin = (
  id: string,
  email: string,
  now: number,
): Sql => sql`INSERT INTO accounts (id, email, role, created_at) VALUES (${id}, ${email}, 'admin', ${now})
  ON CONFLICT (email) DO NOTHING RETURNING id`

/** Makes an administrator where there is none at all. Returns the row it made. */
export const toInsertFirstAdmin = (
  email: string,
  passwordHash: string,
  now: number,
): Sql => sql`INSERT INTO accounts (id, email, password_hash, role, created_at, password_set_at)
  SELECT ${randomUUID()}, ${email}, ${passwordHash}, 'admin', ${now}, ${now}
  WHERE NOT EXISTS (SELECT 1 FROM accounts) RETURNING id`

const toListBarNames = (accountId: string): Sql =>
  sql`SELECT name FROM bars JOIN memberships ON bar_id = bars.id WHERE account_id = ${accountId}`

export const toFindAdmin = (email: string): Sql =>
  sql`SELECT id FROM accounts WHERE email = ${email}`

/** The same as a used link (`setPasswordByLink`). The first statement returns the row. */
export const toSetPassword = (id: string, passwordHash: string, now: number): Sql[] => [
  sql`UPDATE accounts SET password_hash = ${passwordHash}, password_set_at = ${now},
    email_confirmed_at = ${now} WHERE id = ${id} RETURNING id`,
  sql`DELETE FROM admin_sessions WHERE account_id = ${id}`,
  sql`UPDATE passkeys SET suspended_at = ${now} WHERE account_id = ${id} AND suspended_at IS NULL`,
  sql`DELETE FROM invitations WHERE made_by = ${id}`,
  sql`DELETE FROM password_links WHERE account_id = ${id} OR made_by = ${id}`,
]

/** Opens a session of the first administrator. Nothing where there is none. */
export const toOpenSession = (
  tokenHash: string,
  now: number,
  until: number,
): Sql => sql`INSERT INTO admin_sessions (token_hash, account_id, created_at, last_used_at, expires_at)
  SELECT ${tokenHash}, id, ${now}, ${now}, ${until} FROM accounts WHERE role = 'admin' LIMIT 1
  RETURNING account_id`

/** Makes the one living link of an administrator. Returns a row if there is such an administrator. */
export const toReplaceLink = (
  id: string,
  tokenHash: string,
  expiresAt: number,
): Sql => sql`INSERT OR REPLACE INTO password_links (account_id, token_hash, expires_at)
  SELECT id, ${tokenHash}, ${expiresAt} FROM accounts WHERE id = ${id} RETURNING account_id AS id`

/** Removes an administrator; their sessions and link go with the row. Returns it. */
export const toRemoveAdmin = (id: string): Sql =>
  sql`DELETE FROM accounts WHERE id = ${id} RETURNING id`

export const LIST_ACCOUNTS = sql`SELECT email, password_hash IS NOT NULL AS has_password,
  role IS NOT NULL AS is_admin,
  (SELECT COUNT(*) FROM memberships WHERE account_id = accounts.id) AS bars,
  (SELECT COUNT(*) FROM admin_sessions WHERE account_id = accounts.id) AS sessions
  FROM accounts ORDER BY email`
