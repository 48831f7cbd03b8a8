import type { EndReason } from '#contract/protocol.ts'
import { CLOSE } from '#contract/protocol.ts'
import { layerTexts } from '#contract/texts/layers.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import { people } from '#test/fakes/people.ts'
import type { Scene, Scenes, Step } from '#test/screens/scene.ts'
import { inList, perKind, shows } from '#test/screens/scene.ts'
import type { LostBy, StopReason } from '#web/pages/bar/bar-visit.ts'

const lost = (title: string, end: Step, says: string): Scene => ({
  title,
  reach: inList({ people: people(4) }, async (server) => {
    await shows('Ana Beatriz')(server)
    await end(server)
    await shows(says)(server)
  }),
})

const told =
  (reason: EndReason): Step =>
  (server) =>
    server.endVisit(reason)

const LOST: Record<LostBy, Scene> = {
  expired: lost('A visit that has ended', told('expired'), profileTexts.visitEnded),
  removed: {
    ...lost('Removed by the bar', told('removed'), profileTexts.removed),
  },
  emptied: lost('The bar was emptied', told('emptied'), profileTexts.emptied),
  closed: lost('The bar is no more', told('closed'), profileTexts.barGone),
}

/** The form's message after a visit that ended without the person's wish. */
export const lostVisits: Scenes = perKind('lost', LOST)

const stopped = (title: string, code: number, says: string): Scene => ({
  title,
  reach: inList({ people: people(3) }, async (server) => {
    await shows('Ana Beatriz')(server)
    await server.close(code)
    await shows(says)(server)
  }),
})

const STOPPED: Record<StopReason, Scene> = {
  elsewhere: stopped('Open in too many tabs', CLOSE.tooManySockets, layerTexts.openedElsewhere),
  banned: {
    ...stopped('Ten minutes of pause', CLOSE.misbehaved, layerTexts.keptOut),
  },
  outdated: stopped('A page that is too old', CLOSE.wrongVersion, layerTexts.newVersion),
}

/** The server closed the connection for good; one press continues. */
export const stoppedPages: Scenes = perKind('stopped', STOPPED)
