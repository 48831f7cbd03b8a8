import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { inRoot, LOCAL_DIR, ROOT } from '#scripts/paths.ts'
import { runTool } from '#scripts/run-tool.ts'
import { runScript, UserError } from '#scripts/user-error.ts'
import type { Mutant } from './mutants.ts'
import { MUTANTS } from './mutants.ts'
import { patch } from './patch.ts'

const HOUSE = join(LOCAL_DIR, 'defences')

type Report = { testResults: { assertionResults: { fullName: string; status: string }[] }[] }
type Titles = { passed: string[]; failed: string[] }

/**
 * Switches off one defence at a time, in a copy of the source, and runs the tests of its row. False
 * if one of them survives, or if its tests are red without it. `rows` empty: all.
 */
export async function runMutants(rows: readonly string[] = []): Promise<boolean> {
  const wanted = MUTANTS.filter(({ row }) => rows.length === 0 || rows.includes(row))
  if (wanted.length === 0) throw new UserError(`No mutant belongs to ${rows.join(', ')}.`)
  rmSync(HOUSE, { recursive: true, force: true })
  const houses = Array.from({ length: Math.min(2, availableParallelism()) }, (_, at) => copyTo(at))
  const [house = ''] = houses
  const sound = await runTests(house, new Set(wanted.map(({ test }) => test)))
  for (const title of sound.failed) console.log(`✗ red without a mutant: ${title}`)
  const waiting = [...wanted]
  const survivors: Mutant[] = []
  const work = async (own: string): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const isCaught = await isRed(own, next)
      console.log(`${isCaught ? '✓' : '✗ survives:'} ${next.row} ${next.fault} (${next.file})`)
      if (!isCaught) survivors.push(next)
    }
  }
  await Promise.all(houses.map(work))
  rmSync(HOUSE, { recursive: true })
  console.log(`${wanted.length - survivors.length} of ${wanted.length} mutants are caught.`)
  return survivors.length === 0 && sound.failed.length === 0
}

/** What git knows or would know; the packages are those of the house itself. */
function copyTo(at: number): string {
  const house = join(HOUSE, String(at))
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  for (const file of stdout.split('\0')) {
    // git still lists what was deleted.
    if (file === '' || !existsSync(inRoot(file))) continue
    mkdirSync(dirname(join(house, file)), { recursive: true })
    cpSync(inRoot(file), join(house, file))
  }
  // Not the folder itself: Vite keeps its cache in it, and two of them would share one.
  mkdirSync(join(house, 'node_modules'))
  for (const name of readdirSync(inRoot('node_modules'))) {
    if (name.startsWith('.')) continue
    symlinkSync(inRoot(`node_modules/${name}`), join(house, 'node_modules', name))
  }
  return house
}

async function isRed(house: string, { row, file, from, to, test }: Mutant): Promise<boolean> {
  const source = readFileSync(inRoot(file), 'utf8')
  writeFileSync(join(house, file), patch(file, source, from, to))
  try {
    const { failed } = await runTests(house, [test], row)
    return failed.length > 0
  } finally {
    writeFileSync(join(house, file), source)
  }
}

/** A file that does not even load gives no title, and so is no catch: it needs the red of a test. */
async function runTests(house: string, files: Iterable<string>, row?: string): Promise<Titles> {
  const report = join(house, 'report.json')
  rmSync(report, { force: true })
  const args = ['run', '--root', house, '--reporter=json', `--outputFile.json=${report}`]
  const projects = ['worker', 'alone', 'node'].map((name) => `--project=${name}`)
  const only = row ? ['-t', `\\b${row} `] : []
  const { output } = await runTool('vitest', [...args, ...projects, ...only, ...files], {
    cwd: house,
  })
  const results = readReport(report, output).testResults.flatMap((file) => file.assertionResults)
  const titlesOf = (wanted: string): string[] =>
    results.filter(({ status }) => status === wanted).map(({ fullName }) => fullName)
  const titles = { passed: titlesOf('passed'), failed: titlesOf('failed') }
  if (titles.passed.length + titles.failed.length === 0) {
    console.log(`No test of ${row ?? 'any row'} ran:\n${output.slice(-2_000)}`)
  }
  return titles
}

function readReport(path: string, output: string): Report {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw new UserError(`The tests gave no report:\n${output.slice(-2_000)}`)
  }
}

/** `node test/defences/run.ts T13 T14` tries the mutants of these rows. */
if (import.meta.main) {
  await runScript(async () => {
    process.exitCode = (await runMutants(process.argv.slice(2))) ? 0 : 1
  })
}
