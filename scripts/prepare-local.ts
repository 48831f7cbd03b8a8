import { hashPassword } from '#worker/auth/passwords.ts'
import { generatePassword, readLocalPepper, toInsertFirstAdmin } from './administrators.ts'
import { DEMO_BAR, toInsertBar } from './bar-rows.ts'
import { runSql } from './database.ts'
import { migrateLocalDatabase } from './local-database.ts'
import { makeLocalSecrets } from './local-secrets.ts'
import { STATE_DIR } from './paths.ts'

const FIRST_ADMIN = 'admin@brinde.example'

/** What both ways of running the app need: secrets, a migrated database, a bar to enter, somebody to administer it. */
export async function prepareLocal(origin: string): Promise<void> {
  makeLocalSecrets()
  await migrateLocalDatabase(STATE_DIR)
  const password = generatePassword()
  const [, firstAdmin] = await runSql({ stateDir: STATE_DIR }, [
    toInsertBar(DEMO_BAR, origin),
    toInsertFirstAdmin(FIRST_ADMIN, hashPassword(password, readLocalPepper()), Date.now()),
  ])
  if (firstAdmin?.length) process.stdout.write(describeFirstAdmin(password))
}

// The one time that this password is seen: the database has a hash of it, and no file has it.
function describeFirstAdmin(password: string): string {
  return `
  The first administrator, shown this once:

  Email      ${FIRST_ADMIN}
  Password   ${password}

  npm run admin -- password ${FIRST_ADMIN} sets another one.
`
}

export function describeAddresses(origin: string): string {
  return `
  Brinde is running.

  Start page     ${origin}/
  A bar to try   ${origin}/bar/${DEMO_BAR.id}   (${DEMO_BAR.name})
  By its ID      open ${origin}/bar-access and type ${DEMO_BAR.id}
  Administrators ${origin}/admin-login   (npm run admin -- list shows who)

  Ctrl+C stops it. The data stays in .local/state; npm run reset empties it.
`
}
