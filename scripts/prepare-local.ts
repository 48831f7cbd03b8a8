import { DEMO_BAR, toInsertBars } from './bar-rows.ts'
import { migrateLocalDatabase, runLocalSql } from './local-database.ts'
import { makeLocalSecrets } from './local-secrets.ts'
import { STATE_DIR } from './paths.ts'

/** What both ways of running the app need: secrets, a migrated database, a bar to enter. */
export async function prepareLocal(origin: string): Promise<void> {
  makeLocalSecrets()
  await migrateLocalDatabase(STATE_DIR)
  await runLocalSql(STATE_DIR, toInsertBars([DEMO_BAR], origin))
}

export function describeAddresses(origin: string): string {
  return `
  Brinde is running.

  Start page     ${origin}/
  A bar to try   ${origin}/bar/${DEMO_BAR.id}   (${DEMO_BAR.name})
  By its ID      open ${origin}/bar-access and type ${DEMO_BAR.id}

  Ctrl+C stops it. The data stays in .local/state; npm run reset empties it.
`
}
