import type { Tool } from './paths.ts'
import { USAGE } from './usage.ts'
import { readArguments, runScript, UserError } from './user-error.ts'

type Name = keyof typeof USAGE
/** Resolves to false where the command failed and has said so. */
type Command = (args: string[], usage: string) => Promise<unknown>

/** Every command of package.json. Each loads its module when it runs, so that `--help` answers at once. */
const COMMANDS: Record<Name, Command> = {
  start: withoutArguments(async () => (await import('./start.ts')).start()),
  dev: withoutArguments(async () => (await import('./dev.ts')).dev()),
  demo: async (args) => (await import('./demo.ts')).demo(args),
  admin: async (args) => (await import('./admin.ts')).admin(args),
  reset: withoutArguments(async () => (await import('./reset.ts')).reset()),
  build: withoutArguments(build),
  deploy: async (args) => (await import('./cloud/deploy.ts')).deploy(args),
  backup: async (args) => (await import('./cloud/backup.ts')).backUp(args),
  restore: async (args) => (await import('./cloud/backup.ts')).restore(args),
  'verify:remote': async (args) => (await import('./cloud/verify-remote.ts')).verifyRemote(args),
  trace: async (args) => (await import('./trace.ts')).traceInput(args),
  test: withoutArguments(async () => (await import('./test.ts')).testEverything()),
  'test:unit': (args) => run('vitest', ['run', '--project=worker', '--project=node', ...args]),
  'test:engines': withoutArguments(async () =>
    (await import('#test/engines/run.ts')).testEngines(),
  ),
  'test:full': async (args) => (await import('./test-full.ts')).testFull(args),
  mutants: async (args) => (await import('#test/mutants/run.ts')).runMutants(args),
  bench: async (args) => (await import('../bench/run.ts')).runBenches(args),
  screens: async (args) => {
    await build()
    return run('playwright', ['test', 'test/screens', ...args])
  },
  icons: withoutArguments(async () => (await import('./icons.ts')).drawIcons()),
  check: withoutArguments(async () => {
    const { failures } = await (await import('./check.ts')).runChecks()
    return failures.length === 0
  }),
  fix: withoutArguments(() => run('biome', ['check', '--write', '.'])),
  types: withoutArguments(() =>
    run('wrangler', ['types', 'worker/env.d.ts', '--include-runtime=false', '--strict-vars=false']),
  ),
  'workerd-set': withoutArguments(async () => (await import('./workerd-set.ts')).nameNewestSet()),
}

function withoutArguments(command: () => Promise<unknown>): Command {
  return (args, usage) => {
    readArguments({ args, options: {} }, usage)
    return command()
  }
}

async function build(): Promise<void> {
  const { buildApp } = await import('./build.ts')
  process.stdout.write(await buildApp())
}

async function run(tool: Tool, args: string[]): Promise<boolean> {
  const { runTool } = await import('./run-tool.ts')
  const { code } = await runTool(tool, args, { live: true })
  return code === 0
}

await runScript(async () => {
  const [name = '', ...args] = process.argv.slice(2)
  const [, command] = Object.entries(COMMANDS).find(([each]) => each === name) ?? []
  if (!command) throw new UserError(`There is no command ${name}.`)
  const usage = USAGE[name as Name]
  if (args.includes('--help')) return void process.stdout.write(`${usage}\n`)
  const outcome = await command(args, usage)
  // Vitest, inside this process, may have set it for a test that was to fail.
  if (typeof outcome === 'boolean') process.exitCode = outcome ? 0 : 1
})
