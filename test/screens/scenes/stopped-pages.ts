import { CLOSE } from '#contract/protocol.ts'
import { peopleTexts } from '#contract/texts/people.ts'
import { people } from '#test/screens/cast.ts'
import type { Scene, Scenes } from '#test/screens/scene.ts'
import { perKind, shows } from '#test/screens/scene.ts'
import type { StopReason } from '#web/pages/bar-visit.ts'
import { seated } from './seated.ts'

const stopped = (title: string, code: number, says: string): Scene => ({
  title,
  play: seated({ people: people(3) }, async (stage) => {
    await shows('Ana Beatriz')(stage)
    await stage.closeWith(code)
    await shows(says)(stage)
  }),
})

const STOPPED: Record<StopReason, Scene> = {
  elsewhere: stopped('Open in too many tabs', CLOSE.tooManySockets, peopleTexts.openedElsewhere),
  banned: {
    ...stopped('Ten minutes of pause', CLOSE.misbehaved, peopleTexts.keptOut),
    sample: true,
  },
  outdated: stopped('A page that is too old', CLOSE.wrongVersion, peopleTexts.newVersion),
}

/** The connection was ended for good, and one press goes on. */
export const stoppedPages: Scenes = perKind('stopped', STOPPED)
