import { toOrigin } from './address.ts'
import { buildApp } from './build-app.ts'
import { STATE_DIR } from './paths.ts'
import { prepareLocal } from './prepare-local.ts'
import { runLocally } from './run-locally.ts'
import { startServer } from './serve.ts'

await runLocally(async (address) => {
  process.stdout.write('Building …\n')
  await buildApp()
  await prepareLocal(toOrigin(address))
  return startServer({
    ...address,
    stateDir: STATE_DIR,
    onOutput: (text) => process.stdout.write(text),
  })
})
