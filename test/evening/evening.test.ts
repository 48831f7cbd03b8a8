import type { D1Migration } from 'cloudflare:test'
import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { runs } from '#test/worker/runs.ts'
import { ownBindings } from './bindings.ts'
import { Evening } from './evening.ts'
import { withoutIntended } from './intended.ts'
import { noteEnd, settingOf, watchOutside } from './outside.ts'
import type { Step } from './script.ts'
import { writeScript } from './script.ts'
import { findDifference, kindsOf, Names, report } from './transcript.ts'
import type { Version } from './versions.ts'
import { EARLIER, TREE } from './versions.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** D1's migrations of the earlier commit (earlier-sources.ts). */
    earlierMigrations: D1Migration[]
  }
}

const STEPS = 300

/** Kinds that the evenings hold together. */
const EXPECTED = [
  'answer: 401 no_visit',
  'answer: 403 bar_paused',
  'answer: 403 entry_code_needed',
  'answer: 403 entry_code_wrong',
  'answer: 403 misbehaved',
  'answer: 403 removed',
  'answer: 404 bar_not_found',
  'answer: 404 person_not_found',
  'answer: 409 already_reported',
  'answer: 410 visit_ended',
  'board: 1006',
  'board: 4006',
  'board: 4007',
  'board: changes',
  'board: help',
  'board: helpEnded',
  'board: people',
  'board: reports',
  'board: snapshot',
  'board: still',
  'page: 1006',
  'page: 4001',
  'page: 4002',
  'page: 4005',
  'page: 4201',
  'page: changed',
  'page: checkpoint',
  'page: conversationEnded',
  'page: ended closed',
  'page: ended emptied',
  'page: ended expired',
  'page: ended left',
  'page: ended removed',
  'page: entered',
  'page: folded',
  'page: found',
  'page: help',
  'page: history',
  'page: left',
  'page: message',
  'page: page',
  'page: presence',
  'page: read',
  'page: refused invalid_frame',
  'page: refused own_self',
  'page: refused person_not_found',
  'page: refused person_offline',
  'page: refused rate_limited',
  'page: resumed',
  'page: snapshot',
  'page: stored',
  'page: unlisted',
  'the log, notice_refused: 503',
]

/** The kinds of frames, events, closes and answers that were seen. */
const happened = new Set<string>()

beforeAll(() => applyD1Migrations(ownBindings('earlier', env).DB, inject('earlierMigrations')))

beforeEach(watchOutside)

afterEach(() => {
  noteEnd()
  vi.useRealTimers()
})

const seeds = Array.from({ length: runs(4, 20) }, (_, at) => at + 1)

test.for(seeds)('evening %i is the same in the earlier room and in this one', async (seed) => {
  const setting = settingOf(seed)
  const script = writeScript(seed, STEPS)
  const [earlier, tree] = [await begin(EARLIER, setting), await begin(TREE, setting)]
  for (const [at, step] of script.entries()) {
    const difference = findDifference(await earlier.play(step, at), await tree.play(step, at))
    if (!difference) continue
    await earlier.end()
    await tree.end()
    throw new Error(report(seed, script, at, difference))
  }
})

/** Begins an evening in one world. `play` plays a step and lists what was seen. */
async function begin(version: Version, setting: ReturnType<typeof settingOf>) {
  const evening = await Evening.begin(version, setting)
  const names = new Names()
  return {
    play: async (step: Step, at: number) => {
      const seen = await evening.play(step, at)
      for (const kind of seen.flatMap(kindsOf)) happened.add(kind)
      return names.nameAll(withoutIntended(seen, version.name))
    },
    end: () => evening.end(),
  }
}

test('the evenings hold every kind of frame, close and refusal that is expected of them', () => {
  expect([...happened]).toEqual(expect.arrayContaining(EXPECTED))
})
