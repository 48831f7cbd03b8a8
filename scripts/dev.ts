import { toOrigin } from './address.ts'
import { startLeashed } from './leashed.ts'
import { prepareLocal } from './prepare-local.ts'
import { runLocally } from './run-locally.ts'
import { waitUntilReady } from './wait-until-ready.ts'

await runLocally(async ({ host, port }) => {
  const origin = toOrigin({ host, port })
  await prepareLocal(origin)
  const vite = startLeashed('vite', [`--host=${host}`, `--port=${port}`, '--strictPort'], {
    onOutput: (text) => process.stdout.write(text),
  })
  await waitUntilReady(origin, vite)
  return vite
})
