import { administer, askForPassword, readLocalPepper, readPublicUrl } from './administrators.ts'
import { migrateLocalDatabase, runSql } from './database.ts'
import { makeLocalSecrets } from './local-secrets.ts'
import { STATE_DIR } from './paths.ts'
import { runScript } from './user-error.ts'

await runScript(() =>
  administer(process.argv.slice(2), {
    openDatabase: async (isRemote) => {
      if (isRemote) return (statements) => runSql('remote', statements)
      makeLocalSecrets()
      await migrateLocalDatabase(STATE_DIR)
      return (statements) => runSql({ stateDir: STATE_DIR }, statements)
    },
    askForPassword,
    readPublicUrl,
    readLocalPepper,
    say: (text) => void process.stdout.write(`${text}\n`),
  }),
)
