import type { Tool } from './paths.ts'
import { USAGE } from './usage.ts'
import { readArguments, runScript, UserError } from './user-error.ts'

type Name = keyof typeof USAGE
/** Resolves to false where the command failed and has said so. */
type Command = (args: string[], usage: string) => Promise<unknown>

/** Loads each command of package.json. `--help` loads it too, so that a module that cannot be loaded is noticed. */
const COMMANDS: Record<Name, () => Promise<Command>> = {
  start: async () => withoutArguments((await import('./start.ts')).start),
  dev: async () => withoutArguments((await import('./dev.ts')).dev),
  demo: async () => (await import('./demo.ts')).demo,
  admin: async () => (await import('./admin.ts')).admin,
  reset: async () => withoutArguments((await import('./reset.ts')).reset),
  build: async () => withoutArguments(build),
  deploy: async () => {
    const { deploy } = await import('./cloud/deploy.ts')
    return (args) => deploy(args)
  },
  backup: async () => (await import('./cloud/backup.ts')).backUp,
  restore: async () => (await import('./cloud/backup.ts')).restore,
  'verify:remote': async () => (await import('./cloud/verify-remote.ts')).verifyRemote,
  trace: async () => (await import('./trace.ts')).traceInput,
  test: async () => withoutArguments((await import('./test.ts')).testEverything),
  'test:unit': async () => (args) =>
    run('vitest', ['run', '--project=worker', '--project=node', ...args]),
  'test:engines': async () => withoutArguments((await import('#test/engines/run.ts')).testEngines),
  'test:full': async () => (await import('./test-full.ts')).testFull,
  mutants: async () => (await import('#test/mutants/run.ts')).runMutants,
  bench: async () => (await import('../bench/run.ts')).runBenches,
  screens: async () => async (args) => {
    await build()
    return run('playwright', ['test', 'test/screens', ...args])
  },
  icons: async () => withoutArguments((await import('./icons.ts')).drawIcons),
  check: async () => {
    const { runChecks } = await import('./check.ts')
    return withoutArguments(async () => (await runChecks()).failures.length === 0)
  },
  fix: async () => withoutArguments(() => run('biome', ['check', '--write', '.'])),
  types: async () =>
    withoutArguments(() =>
      run('wrangler', [
        'types',
        'worker/env.d.ts',
        '--include-runtime=false',
        '--strict-vars=false',
      ]),
    ),
  'workerd-set': async () => withoutArguments((await import('./workerd-set.ts')).nameNewestSet),
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

/** Options of the commands, as npm names one that it has taken for itself because no `--` stood before it. */
const OPTIONS = ['address', 'bars', 'build', 'dry_run', 'env', 'people', 'remote'] as const

/** Without its option, `npm run deploy --env staging` would put production online. */
function refuseTakenOptions(usage: string): void {
  const taken = OPTIONS.find((option) => process.env[`npm_config_${option}`])
  if (!taken) return
  const option = `--${taken.replace('_', '-')}`
  throw new UserError(`npm took ${option} for itself: put \`--\` before the options.\n\n${usage}`)
}

await runScript(async () => {
  const [name = '', ...args] = process.argv.slice(2)
  const [, load] = Object.entries(COMMANDS).find(([each]) => each === name) ?? []
  if (!load) throw new UserError(`There is no command ${name}.`)
  const usage = USAGE[name as Name]
  refuseTakenOptions(usage)
  const command = await load()
  if (args.includes('--help')) return void process.stdout.write(`${usage}\n`)
  const outcome = await command(args, usage)
  // Vitest, inside this process, may have set it for a test that was to fail.
  if (typeof outcome === 'boolean') process.exitCode = outcome ? 0 : 1
})
