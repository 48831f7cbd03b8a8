import type { EndReason } from '#contract/protocol.ts'
import { CLOSE } from '#contract/protocol.ts'
import { layerTexts } from '#contract/texts/layers.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import { people } from '#test/fakes/people.ts'
import type { Scenes, Step } from '#test/screens/scene.ts'
import { inList, perKind, shows } from '#test/screens/scene.ts'
import type { LostBy, StopReason } from '#web/pages/bar/bar-visit.ts'

const ends = (end: Step, says: string): Step =>
  inList({ people: people(4) }, shows('Ana Beatriz'), end, shows(says))

const lost = (reason: EndReason, says: string): Step =>
  ends((server) => server.endVisit(reason), says)

const LOST: Record<LostBy | Exclude<EndReason, 'left'>, Step> = {
  expired: lost('expired', profileTexts.visitEnded),
  removed: lost('removed', profileTexts.removed),
  emptied: lost('emptied', profileTexts.emptied),
  closed: lost('closed', profileTexts.barGone),
}

/** The form's message after a visit that ended without the person's wish. */
export const lostVisits: Scenes = perKind('lost', LOST)

const stopped = (code: number, says: string): Step => ends((server) => server.close(code), says)

const STOPPED: Record<StopReason, Step> = {
  elsewhere: stopped(CLOSE.tooManySockets, layerTexts.openedElsewhere),
  banned: stopped(CLOSE.misbehaved, layerTexts.keptOut),
  outdated: stopped(CLOSE.wrongVersion, layerTexts.newVersion),
}

/** The server closed the connection for good; one press continues. */
export const stoppedPages: Scenes = perKind('stopped', STOPPED)
