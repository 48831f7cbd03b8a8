import { existsSync, readFileSync, rmSync } from 'node:fs'
import { buildApp } from '#scripts/build.ts'
import { installDebian, searchPath } from '#scripts/chromium.ts'
import type { Tally } from '#scripts/test-runners.ts'
import { runVitest, toReport } from '#scripts/test-runners.ts'
import { UserError } from '#scripts/user-error.ts'

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

const isInstalled = ({ programs }: Engine): boolean =>
  programs.every((program) => searchPath([program]) !== undefined)

/** Plays the evening, against the build, in those that are installed. One test each. */
export async function runEngines(live: boolean): Promise<Tally> {
  const files = ENGINES.filter(isInstalled).map(({ file }) => `test/engines/${file}.test.ts`)
  forgetEngines()
  if (files.length === 0) return { passed: 0, failures: [] }
  const tally = await runVitest(['--project=engines', ...files], 'engines', live)
  const isWhole = tally.passed + tally.failures.length >= files.length
  if (!isWhole) tally.failures.push('An engine did not run.')
  return tally
}

/** An earlier run's report says nothing of this one. */
export function forgetEngines(): void {
  rmSync(toReport('engines'), { force: true })
}

/** Says which engines the last `runEngines` ran, and why it left out the others. */
export function describeEngines(): string {
  const file = toReport('engines')
  const report = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const describe = (engine: Engine): string => {
    if (report.includes(`/${engine.file}.test.ts`)) return `${engine.name} ran.`
    if (isInstalled(engine)) return `${engine.name} did not run.`
    return `${engine.name} did not run: ${engine.programs.join(', ')} is not all here (npm run test:engines).`
  }
  return ENGINES.map(describe).join(' ')
}

function installEngines(): void {
  const missing = ENGINES.filter((engine) => !isInstalled(engine))
  if (missing.length === 0) return
  const packages = missing.flatMap((engine) => engine.packages)
  installDebian(packages)
  if (missing.every(isInstalled)) return
  throw new UserError(`These packages of Debian are missing: ${packages.join(' ')}.`)
}

/** Plays the evening in both engines, against a new build. */
export async function testEngines(): Promise<boolean> {
  installEngines()
  process.stdout.write(await buildApp())
  process.env.SCREENS = 'all'
  const { passed, failures } = await runEngines(true)
  console.log(`\n${describeEngines()}\n${passed} passed, ${failures.length} failed`)
  return failures.length === 0
}
