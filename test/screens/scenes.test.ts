import { expect, test } from 'vitest'
import { END_REASONS } from '#contract/protocol.ts'
import { SCANNER_PROBLEMS } from '#web/features/scanner/camera.ts'
import { LOST_BY, STOP_REASONS } from '#web/pages/bar/bar-visit.ts'
import { toSceneName } from './scene.ts'
import { ALIKE, SCENES } from './scenes.ts'

/** A person who left goes to the landing page. */
const toEndScene = (reason: string): string =>
  reason === 'left' ? 'landing-receipt' : toSceneName('lost', reason)

test.each([
  ...STOP_REASONS.map((reason) => [reason, toSceneName('stopped', reason)]),
  ...END_REASONS.map((reason) => [reason, toEndScene(reason)]),
  ...LOST_BY.map((reason) => [reason, toSceneName('lost', reason)]),
  ...SCANNER_PROBLEMS.map((problem) => [problem, toSceneName('scanner', problem)]),
])('%s has a scene', (_, name) => {
  expect(Object.keys(SCENES)).toContain(name)
})

test('what npm test leaves out is in the full run', () => {
  expect(ALIKE.filter((name) => SCENES[name] === undefined)).toEqual([])
})
