import { administer } from './administer.ts'
import { readLocalPepper } from './administrators.ts'
import { runSql } from './database.ts'
import { migrateLocalDatabase } from './local-database.ts'
import { makeLocalSecrets } from './local-secrets.ts'
import { STATE_DIR } from './paths.ts'
import { readPublicUrl } from './public-url.ts'
import { runScript } from './refusal.ts'
import { askForPassword } from './typed-password.ts'

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
