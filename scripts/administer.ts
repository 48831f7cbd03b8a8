import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { SET_PASSWORD_FRAGMENT } from '#contract/admin-paths.ts'
import { PAGES } from '#contract/paths.ts'
import { TIMINGS } from '#contract/timings.ts'
import { hashPassword } from '#worker/auth/passwords.ts'
import { hashSecret, mintToken } from '#worker/auth/tokens.ts'
import {
  generatePassword,
  LIST_ADMINS,
  readEmail,
  refuseWeakPassword,
  toFindAdmin,
  toInsertAdmin,
  toRemoveAdmin,
  toReplaceLink,
  toSetPassword,
} from './administrators.ts'
import type { Row } from './database.ts'
import { readRows } from './database.ts'
import { Refusal } from './refusal.ts'
import type { Sql } from './sql.ts'

const LINK_MINUTES = TIMINGS.passwordLinkMs / 60_000

const USAGE = `npm run admin -- create EMAIL     adds an administrator
npm run admin -- list             shows who there is
npm run admin -- password EMAIL   sets a new password and ends the sessions
npm run admin -- remove EMAIL     removes an administrator

Each works on the local database; with --remote on the deployed one, where create and password
print a link on which the password is set, good once and for ${LINK_MINUTES} minutes.`

/** What the commands need from outside. */
export interface Surroundings {
  openDatabase: (isRemote: boolean) => Promise<(statements: Sql[]) => Promise<Row[][]>>
  askForPassword: (question: string) => Promise<string>
  /** Throws a Refusal where the deployed site's address is not configured. */
  readPublicUrl: () => string
  /** Throws a Refusal where there is none. */
  readLocalPepper: () => string
  say: (text: string) => void
}

const COMMANDS = { create, list, password: setAccess, remove }

/** One run of `npm run admin`: arguments, configuration and account are checked before any write. */
export async function administer(words: string[], surroundings: Surroundings): Promise<void> {
  const { name, email, isRemote } = readArguments(words)
  await COMMANDS[name]({
    email,
    say: surroundings.say,
    run: await surroundings.openDatabase(isRemote),
    prepareAccess: () => (isRemote ? prepareLink(surroundings) : preparePassword(surroundings)),
  })
}

interface Arguments {
  name: keyof typeof COMMANDS
  /** Empty for `list`. */
  email: string
  isRemote: boolean
}

function readArguments(words: string[]): Arguments {
  const { values, positionals } = parseWords(words)
  const [name = '', email, ...more] = positionals
  const isComplete = name === 'list' ? email === undefined : email !== undefined
  if (!isCommand(name) || !isComplete || more.length > 0) throw new Refusal(USAGE)
  return {
    name,
    email: email === undefined ? '' : readEmail(email),
    isRemote: values.remote ?? false,
  }
}

function parseWords(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { remote: { type: 'boolean' } } })
  } catch {
    throw new Refusal(USAGE)
  }
}

const isCommand = (name: string): name is Arguments['name'] => Object.hasOwn(COMMANDS, name)

interface Command {
  email: string
  say: Surroundings['say']
  run: (statements: Sql[]) => Promise<Row[][]>
  /** Reads the configuration. What it returns asks for the password, where there is one to ask for. */
  prepareAccess: () => () => Promise<Access>
}

/** How an administrator gets in: a password, or a link to set one. */
interface Access {
  /** The first statement returns the administrator's id. */
  grant: (id: string) => Sql[]
  /** Shown when it is granted. */
  text: string
}

const rowSchema = v.object({ id: v.string() })
const listedSchema = v.object({
  email: v.string(),
  has_password: v.picklist([0, 1]),
  sessions: v.number(),
})

async function create({ email, say, run, prepareAccess }: Command): Promise<void> {
  const chooseAccess = prepareAccess()
  const exists = new Refusal(`${email} is an administrator already.`)
  if ((await findAdmin(run, email)) !== null) throw exists
  const { grant, text } = await chooseAccess()
  const id = randomUUID()
  const [created, granted] = await run([toInsertAdmin(id, email, Date.now()), ...grant(id)])
  requireRow(created, exists)
  requireRow(granted, new Refusal(`${email} was added, without a way to log in.`))
  say(`${email} is an administrator now.\n${text}`)
}

async function setAccess({ email, say, run, prepareAccess }: Command): Promise<void> {
  const chooseAccess = prepareAccess()
  const unknown = notAnAdministrator(email)
  const id = await findAdmin(run, email)
  if (id === null) throw unknown
  const { grant, text } = await chooseAccess()
  const [granted] = await run(grant(id))
  requireRow(granted, unknown)
  say(text)
}

async function remove({ email, say, run }: Command): Promise<void> {
  const unknown = notAnAdministrator(email)
  const id = await findAdmin(run, email)
  if (id === null) throw unknown
  const [removed] = await run([toRemoveAdmin(id)])
  requireRow(removed, unknown)
  say(`${email} is no administrator any more; their sessions have ended.`)
}

async function list({ say, run }: Command): Promise<void> {
  const [rows] = await run([LIST_ADMINS])
  const admins = readRows(listedSchema, rows)
  for (const { email, has_password: hasPassword, sessions } of admins) {
    say(`${email}  ${hasPassword ? `${sessions} sessions` : 'has not set a password yet'}`)
  }
  if (admins.length === 0) say('There is no administrator yet.')
}

const notAnAdministrator = (email: string) => new Refusal(`${email} is no administrator.`)

async function findAdmin(run: Command['run'], email: string): Promise<string | null> {
  const [rows] = await run([toFindAdmin(email)])
  return readRows(rowSchema, rows)[0]?.id ?? null
}

function requireRow(rows: Row[] | undefined, refusal: Refusal): void {
  if (readRows(rowSchema, rows).length === 0) throw refusal
}

function prepareLink({ readPublicUrl }: Surroundings): () => Promise<Access> {
  const url = readPublicUrl()
  return async () => {
    const token = mintToken()
    const tokenHash = await hashSecret(token)
    return {
      grant: (id) => [toReplaceLink(id, tokenHash, Date.now() + TIMINGS.passwordLinkMs)],
      text: `The password is set here, once and within ${LINK_MINUTES} minutes:
${url}${PAGES.adminLogin}#${SET_PASSWORD_FRAGMENT}${token}`,
    }
  }
}

function preparePassword(surroundings: Surroundings): () => Promise<Access> {
  const pepper = surroundings.readLocalPepper()
  return async () => {
    const typed = await surroundings.askForPassword('Password (empty: one is made): ')
    if (typed !== '') refuseWeakPassword(typed)
    const password = typed || generatePassword()
    const hash = hashPassword(password, pepper)
    return {
      grant: (id) => toSetPassword(id, hash, Date.now()),
      text: typed === '' ? `Password: ${password}` : 'The password is set.',
    }
  }
}
