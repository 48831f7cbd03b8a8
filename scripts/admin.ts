import { SET_PASSWORD_FRAGMENT } from '#contract/admin-paths.ts'
import { PAGES } from '#contract/paths.ts'
import { TIMINGS } from '#contract/timings.ts'
import { hashToken, mintToken } from '#worker/login/token.ts'
import {
  generatePassword,
  LIST_ADMINS,
  readEmail,
  readLocalPepper,
  refuseWeakPassword,
  toInsertAdmin,
  toRemoveAdmin,
  toReplaceLink,
  toSetPassword,
} from './administrators.ts'
import type { Answered } from './local-database.ts'
import { migrateLocalDatabase, runLocalSql, runRemoteSql } from './local-database.ts'
import { makeLocalSecrets } from './local-secrets.ts'
import { STATE_DIR } from './paths.ts'
import { readPublicUrl } from './public-url.ts'
import { Refusal, runScript } from './refusal.ts'
import { askForPassword } from './typed-password.ts'

const LINK_MINUTES = TIMINGS.passwordLinkMs / 60_000

const USAGE = `npm run admin -- create EMAIL     adds an administrator
npm run admin -- list             shows who there is
npm run admin -- password EMAIL   sets a new password and ends the sessions
npm run admin -- remove EMAIL     removes an administrator

Each works on the local database; with --remote on the deployed one, where create and password
print a link on which the password is set, good once and for ${LINK_MINUTES} minutes.`

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

await runScript(async () => {
  const words = process.argv.slice(2).filter((word) => word !== '--remote')
  const isRemote = process.argv.includes('--remote')
  const [command, email, ...more] = words
  if (more.length > 0) throw new Refusal(USAGE)
  const run = isRemote ? runRemoteSql : await openLocal()
  if (command === 'create') await create(readEmail(email), run, isRemote)
  else if (command === 'password') await renew(readEmail(email), run, isRemote)
  else if (command === 'remove') await remove(readEmail(email), run)
  else if (command === 'list' && email === undefined) await list(run)
  else throw new Refusal(USAGE)
})

type Run = (sql: string) => Promise<Answered>

async function openLocal(): Promise<Run> {
  makeLocalSecrets()
  await migrateLocalDatabase(STATE_DIR)
  return (sql) => runLocalSql(STATE_DIR, sql)
}

async function create(email: string, run: Run, isRemote: boolean): Promise<void> {
  const choose = isRemote ? null : await choosePassword()
  const [made] = await run(toInsertAdmin(email, Date.now()))
  if (made?.length === 0) throw new Refusal(`${email} is an administrator already.`)
  say(`${email} is an administrator now.`)
  if (choose) await setPassword(email, run, choose)
  else await printLink(email, run)
}

async function renew(email: string, run: Run, isRemote: boolean): Promise<void> {
  if (isRemote) await printLink(email, run)
  else await setPassword(email, run, await choosePassword())
}

interface Chosen {
  password: string
  isGenerated: boolean
}

async function choosePassword(): Promise<Chosen> {
  const typed = await askForPassword('Password (empty: one is made): ')
  if (typed === '') return { password: generatePassword(), isGenerated: true }
  refuseWeakPassword(typed)
  return { password: typed, isGenerated: false }
}

async function setPassword(email: string, run: Run, chosen: Chosen): Promise<void> {
  const sql = toSetPassword(email, chosen.password, readLocalPepper(), Date.now())
  const [set] = await run(sql)
  if (set?.length === 0) throw new Refusal(`${email} is no administrator.`)
  say(chosen.isGenerated ? `Password: ${chosen.password}` : 'The password is set.')
}

async function printLink(email: string, run: Run): Promise<void> {
  const url = readPublicUrl()
  const token = mintToken()
  const expiresAt = Date.now() + TIMINGS.passwordLinkMs
  const [made] = await run(toReplaceLink(email, hashToken(token), expiresAt))
  if (made?.length === 0) throw new Refusal(`${email} is no administrator.`)
  say(`The password is set here, once and within ${LINK_MINUTES} minutes:
${url}${PAGES.adminLogin}#${SET_PASSWORD_FRAGMENT}${token}`)
}

async function remove(email: string, run: Run): Promise<void> {
  const removed = (await run(toRemoveAdmin(email))).at(-1)
  if (removed?.length === 0) throw new Refusal(`${email} is no administrator.`)
  say(`${email} is no administrator any more; their sessions have ended.`)
}

async function list(run: Run): Promise<void> {
  const admins = (await run(LIST_ADMINS))[0] ?? []
  for (const { email, has_password: hasPassword, sessions } of admins) {
    say(`${email}  ${hasPassword ? `${sessions} sessions` : 'has not set a password yet'}`)
  }
  if (admins.length === 0) say('There is no administrator yet.')
}
