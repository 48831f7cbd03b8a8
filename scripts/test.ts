import { describeEngines, forgetEngines, runEngines } from '#test/engines/run.ts'
import { buildApp } from './build.ts'
import { runChecks } from './check.ts'
import type { Tally } from './test-runners.ts'
import { runPlaywright, runVitest } from './test-runners.ts'
import { explain } from './user-error.ts'

type Part = [title: string, run: () => Promise<Tally>]

/** Projects of Vitest with a part of their own, or in the full run alone. */
const ELSEWHERE = ['engines', 'chaos', 'evening']

/** Stages run one after another; the parts of a stage run at once. */
const STAGES: Part[][] = [
  [
    ['check', runChecks],
    [
      'build',
      async () => {
        console.log((await buildApp()).trim())
        return { passed: 1, failures: [] }
      },
    ],
  ],
  // Chaos and the other engines mostly wait. Their output comes whole.
  [
    [
      'tests in workerd, in Node and against the build',
      () =>
        runVitest(
          ELSEWHERE.map((project) => `--project=!${project}`),
          'vitest',
        ),
    ],
    ['the evening in Firefox and WebKit', () => runEngines(false)],
  ],
  [
    [
      'tests in a browser',
      // The full run covers the tests that differ from another one only in their texts.
      () => runPlaywright({ SCREENS: 'short' }),
    ],
    ['chaos', () => runVitest(['--project=chaos'], 'chaos', false)],
  ],
]

/** A part that throws, or whose report is missing, is one failure: silence never counts as success. */
async function runPart([title, run]: Part): Promise<Tally> {
  console.log(`\n── ${title}`)
  return run().catch((error: unknown) => {
    const text = explain(error) ?? String(error)
    console.log(text)
    return { passed: 0, failures: [`${title}: ${text}`] }
  })
}

/** Runs every stage and prints the sum. */
export async function testEverything(): Promise<boolean> {
  const tallies: Tally[] = []
  forgetEngines()
  for (const [stage, parts] of STAGES.entries()) {
    tallies.push(...(await Promise.all(parts.map(runPart))))
    // The next stage would test an older build.
    if (stage === 0 && tallies.some(({ failures }) => failures.length > 0)) break
  }
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  const failures = tallies.flatMap((tally) => tally.failures)
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`)
  console.log(`\n${describeEngines()}\n${passed} passed, ${failures.length} failed`)
  return failures.length === 0
}
