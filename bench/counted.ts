import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { runTool } from '../scripts/run-tool.ts'
import type { Bench, Measurement, Verdict } from './bench.ts'
import { toTable } from './bench.ts'

const reportSchema = v.object({
  testResults: v.array(
    v.object({
      assertionResults: v.array(
        v.object({
          title: v.string(),
          status: v.string(),
          meta: v.object({ figures: v.optional(v.record(v.string(), v.number())) }),
        }),
      ),
    }),
  ),
})

/** A budget that is a count: the tests that fail above it, run alone, with what they counted. */
export function countedBench(
  budget: string,
  title: string,
  files: string[],
  env: Record<string, string> = {},
): Bench {
  const measure = async (): Promise<Measurement> => {
    const { figures, verdicts } = await count(budget, files, env)
    return { report: toTable(['counted', ''], [...figures]), verdicts }
  }
  return { title, measure }
}

/** Runs the tests whose names begin so, behind rows that they cite; what they counted. */
export async function count(
  beginning: string,
  files: string[],
  env: Record<string, string> = {},
): Promise<{ figures: ReadonlyMap<string, number>; verdicts: Verdict[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'brinde-counted-'))
  try {
    const file = join(folder, 'report.json')
    const only = ['--project=worker', '--project=alone', `--testNamePattern=^(\\S+ )*${beginning} `]
    const args = ['run', ...files, ...only, '--reporter=json', `--outputFile=${file}`]
    const { output } = await runTool('vitest', args, { env })
    const { testResults } = v.parse(reportSchema, JSON.parse(readFileSync(file, 'utf8')))
    const tests = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed' || status === 'failed')
    if (tests.length === 0) throw new Error(`No test of ${beginning} ran.\n${output}`)
    return {
      figures: new Map(tests.flatMap(({ meta: { figures = {} } }) => Object.entries(figures))),
      verdicts: tests.map(({ title, status }) => ({
        claim: title,
        found: status,
        isKept: status === 'passed',
      })),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
