import { buildApp } from './build-app.ts'
import { runScript } from './refusal.ts'

await runScript(async () => {
  process.stdout.write(await buildApp())
})
