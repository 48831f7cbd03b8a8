import { readFigures } from '#test/chaos/figures.ts'
import { buildApp } from './build-app.ts'
import { runScript } from './refusal.ts'
import { runTool } from './run-tool.ts'

/** The chaos tests at their full size: half an hour on two cores. What they measured is printed last. */
await runScript(async () => {
  process.stdout.write(await buildApp())
  const files = process.argv.slice(2)
  const { code } = await runTool('vitest', ['run', '--project', 'chaos', ...files], {
    live: true,
    env: { CHAOS_SIZE: 'full' },
  })
  process.stdout.write(`\n${readFigures().join('\n')}\n`)
  process.exitCode = code
})
