import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { runTool } from '#scripts/run-tool.ts'
import type { Mutant } from './mutants.ts'
import { AUTHORISATION_MUTANTS, HOSTILE_MUTANTS, PROPERTY_MUTANTS } from './mutants.ts'
import { checkMutation } from './mutation.ts'

const { isFull } = inject('chaos')

/** Each is a run of its own: none in a short run, which only looks whether their source is known. */
const asLarge = (mutants: readonly Mutant[]) => (isFull ? mutants : [])

test.each([...AUTHORISATION_MUTANTS, ...PROPERTY_MUTANTS, ...HOSTILE_MUTANTS])(
  'a source that $title is still known',
  ({ mutation }) => checkMutation(mutation),
)

test.each(asLarge(AUTHORISATION_MUTANTS))(
  'T5 T8 T11 T27 T34 a Worker that $title is caught by the matrix',
  async (mutant) => expect(await runMutant(mutant)).toBe('failed'),
)

test.each(asLarge(PROPERTY_MUTANTS))(
  'T3 T14 T41 R12 R13 R30 a source that $title is caught by generated cases',
  async (mutant) => expect(await runMutant(mutant)).toBe('failed'),
)

/** What became of the test. A file that could not be loaded has no test. */
async function runMutant({ mutation, file, test }: Mutant): Promise<string> {
  const pattern = test.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const project = file.startsWith('worker/') ? 'worker' : 'node'
  const folder = mkdtempSync(join(tmpdir(), 'brinde-mutant-'))
  const report = join(folder, 'report.json')
  try {
    const { output } = await runTool(
      'vitest',
      [
        'run',
        '--project',
        project,
        file,
        '-t',
        pattern,
        '--reporter=json',
        `--outputFile=${report}`,
      ],
      { env: { MUTATION: JSON.stringify(mutation) } },
    )
    const { testResults }: VitestReport = JSON.parse(readFileSync(report, 'utf8'))
    const results = testResults.flatMap(({ assertionResults }) => assertionResults)
    return results.find(({ title }) => title.startsWith(test))?.status ?? `no such test: ${output}`
  } finally {
    rmSync(folder, { recursive: true })
  }
}

interface VitestReport {
  testResults: { assertionResults: { title: string; status: string }[] }[]
}
