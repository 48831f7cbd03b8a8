import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { runTool } from '#scripts/run-tool.ts'
import type { Bench, Measurement } from './bench.ts'

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
  return { title, measure: () => measure(budget, files, env) }
}

async function measure(
  budget: string,
  files: string[],
  env: Record<string, string>,
): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), 'brinde-counted-'))
  try {
    const file = join(folder, 'report.json')
    const only = ['--project=worker', `--testNamePattern=^(\\S+ )*${budget} `]
    const args = ['run', ...files, ...only, '--reporter=json', `--outputFile=${file}`]
    const { output } = await runTool('vitest', args, { env })
    const { testResults } = v.parse(reportSchema, JSON.parse(readFileSync(file, 'utf8')))
    const tests = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed' || status === 'failed')
    if (tests.length === 0) throw new Error(`No test of ${budget} ran.\n${output}`)
    const rows = tests.flatMap(({ meta: { figures = {} } }) =>
      Object.entries(figures).map(([what, count]) => `| ${what} | ${count} |`),
    )
    return {
      report: ['| counted | |', '|---|---:|', ...rows].join('\n'),
      verdicts: tests.map((test) => ({
        claim: test.title,
        found: test.status,
        isKept: test.status === 'passed',
      })),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
