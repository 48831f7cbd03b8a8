import { administer, askForPassword, readLocalPepper, readPublicUrl } from './administrators.ts'
import { readSettings, writeDatabaseConfig } from './cloud/settings.ts'
import { migrateLocalDatabase, runSql } from './database.ts'
import { makeLocalSecrets } from './local-secrets.ts'
import { STATE_DIR } from './paths.ts'

export const admin = (args: string[]): Promise<void> =>
  administer(args, {
    openDatabase: async (environment) => {
      if (environment !== null) {
        const place = { deployedBy: writeDatabaseConfig(readSettings(environment)) }
        return (statements) => runSql(place, statements)
      }
      makeLocalSecrets()
      await migrateLocalDatabase(STATE_DIR)
      return (statements) => runSql({ stateDir: STATE_DIR }, statements)
    },
    askForPassword,
    readPublicUrl: (environment) => readPublicUrl(readSettings(environment).config.vars),
    readLocalPepper,
    say: (text) => void process.stdout.write(`${text}\n`),
  })
