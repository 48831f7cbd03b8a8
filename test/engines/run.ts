import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { delimiter } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildApp } from '#scripts/build.ts'
import { inRoot } from '#scripts/paths.ts'
import { runTool } from '#scripts/run-tool.ts'
import type { Tally } from '#scripts/test-reports.ts'
import { countVitest } from '#scripts/test-reports.ts'
import { runScript, UserError } from '#scripts/user-error.ts'

const ENGINES = [
  { name: 'Firefox', file: 'firefox', programs: ['firefox-esr'], packages: ['firefox-esr'] },
  {
    name: 'WebKit',
    file: 'webkit',
    programs: ['WebKitWebDriver', 'Xvfb', 'openssl'],
    packages: ['webkit2gtk-driver', 'xvfb', 'openssl'],
  },
]
type Engine = (typeof ENGINES)[number]

const REPORT = inRoot('test-results/engines.json')

const isInPath = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(`${folder}/${program}`))

const isInstalled = ({ programs }: Engine): boolean => programs.every(isInPath)

/**
 * Plays the evening, against the build, in those that are installed. One test each. Prints the
 * output as it comes (`live`) or at the end.
 */
export async function runEngines(live: boolean): Promise<Tally> {
  const files = ENGINES.filter(isInstalled).map(({ file }) => `test/engines/${file}.test.ts`)
  rmSync(REPORT, { force: true })
  if (files.length === 0) return { passed: 0, failures: [] }
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`]
  const args = ['run', '--project', 'engines', ...reporters, ...files]
  const { code, output } = await runTool('vitest', args, { live })
  if (!live) console.log(output)
  const tally = countVitest(readFileSync(REPORT, 'utf8'))
  const isWhole = tally.passed === files.length && code === 0
  if (!isWhole && tally.failures.length === 0) tally.failures.push('An engine did not run.')
  return tally
}

/** Which engines the last `runEngines` reports of, and why it does not of others. */
export function describeEngines(): string {
  const report = existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : ''
  const describe = (engine: Engine): string => {
    if (report.includes(`/${engine.file}.test.ts`)) return `${engine.name} ran.`
    if (isInstalled(engine)) return `${engine.name} did not run.`
    return `${engine.name} is not installed: npm run test:engines installs and runs it.`
  }
  return ENGINES.map(describe).join(' ')
}

function installEngines(): void {
  const missing = ENGINES.filter((engine) => !isInstalled(engine))
  const packages = missing.flatMap((engine) => engine.packages)
  if (packages.length === 0) return
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
    for (const args of [['update', '-qq'], install]) {
      spawnSync('apt-get', args, { env, stdio: 'inherit' })
    }
  }
  if (!missing.every(isInstalled)) {
    throw new UserError(`Install these packages of Debian, or their like: ${packages.join(' ')}.`)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runScript(async () => {
    installEngines()
    process.stdout.write(await buildApp())
    const { passed, failures } = await runEngines(true)
    process.exitCode = failures.length === 0 ? 0 : 1
    console.log(`\n${describeEngines()}\n${passed} passed, ${failures.length} failed`)
  })
}
