import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTool } from '#scripts/run-tool.ts'
import { runScript, UserError } from '#scripts/user-error.ts'
import type { Mutant } from './mutants.ts'
import { MUTANTS } from './mutants.ts'
import type { Mutation } from './mutation.ts'

/**
 * Switches off one defence at a time and runs the tests of its row. False if one of them survives, or
 * if its tests are red without it. `rows` empty: all.
 */
export async function runMutants(rows: readonly string[] = []): Promise<boolean> {
  const wanted = MUTANTS.filter(({ row }) => rows.length === 0 || rows.includes(row))
  if (wanted.length === 0) throw new UserError(`No mutant belongs to ${rows.join(', ')}.`)
  // Also fills Vite's cache, which the runs at once would write to.
  const red = await findRed({}, [...new Set(wanted.map(({ test }) => test))])
  for (const title of red) console.log(`✗ red without a mutant: ${title}`)
  const waiting = [...wanted]
  const survivors: Mutant[] = []
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { row, fault, file, from, to, test } = next
      const isCaught = (await findRed({ [file]: [[from, to]] }, [test], row)).length > 0
      console.log(`${isCaught ? '✓' : '✗ survives:'} ${row} ${fault} (${file})`)
      if (!isCaught) survivors.push(next)
    }
  }
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work))
  console.log(`${wanted.length - survivors.length} of ${wanted.length} mutants are caught.`)
  return survivors.length === 0 && red.length === 0
}

type Report = { testResults: { assertionResults: { fullName: string; status: string }[] }[] }

/** Titles of red tests. A file that does not even load gives no title: it needs the red of a test. */
async function findRed(mutation: Mutation, files: string[], row?: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'brinde-mutant-'))
  const report = join(folder, 'report.json')
  const projects = ['worker', 'alone', 'node'].map((name) => `--project=${name}`)
  const only = row ? ['-t', `\\b${row} `] : []
  const args = ['run', '--reporter=json', `--outputFile.json=${report}`, ...projects, ...only]
  try {
    const { output } = await runTool('vitest', [...args, ...files], {
      env: { MUTATION: JSON.stringify(mutation) },
    })
    const results = readReport(report, output).testResults.flatMap((file) => file.assertionResults)
    const ran = results.filter(({ status }) => status === 'passed' || status === 'failed')
    if (ran.length === 0)
      console.log(`No test of ${row ?? 'any row'} ran:\n${output.slice(-2_000)}`)
    return ran.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function readReport(path: string, output: string): Report {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw new UserError(`The tests gave no report:\n${output.slice(-2_000)}`)
  }
}

/** `node test/mutants/run.ts T13 T14` tries the mutants of these rows. */
if (import.meta.main) {
  await runScript(async () => {
    process.exitCode = (await runMutants(process.argv.slice(2))) ? 0 : 1
  })
}
