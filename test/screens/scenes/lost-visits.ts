import type { EndReason } from '#contract/protocol.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import { people } from '#test/screens/cast.ts'
import type { Play, Scene, Scenes } from '#test/screens/scene.ts'
import { perKind, shows } from '#test/screens/scene.ts'
import type { LostBy } from '#web/pages/bar-visit.ts'
import { seated } from './seated.ts'

const lost = (title: string, end: Play, says: string): Scene => ({
  title,
  play: seated({ people: people(4) }, async (stage) => {
    await shows('Ana Beatriz')(stage)
    await end(stage)
    await shows(says)(stage)
  }),
})

const told =
  (reason: EndReason): Play =>
  (stage) =>
    stage.endVisit(reason)

const LOST: Record<LostBy, Scene> = {
  expired: lost('A visit that has ended', told('expired'), profileTexts.visitEnded),
  removed: {
    ...lost('Removed by the bar', told('removed'), profileTexts.removed),
    sample: true,
  },
  closed: lost('The bar is no more', told('closed'), profileTexts.barGone),
}

/** What the form says above itself of a visit that ended without the patron wishing it. */
export const lostVisits: Scenes = perKind('lost', LOST)
