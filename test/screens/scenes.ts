import type { Scenes } from './scene.ts'
import { barForm } from './scenes/bar-form.ts'
import { barPages } from './scenes/bar-pages.ts'
import { chat } from './scenes/chat.ts'
import { controls } from './scenes/controls.ts'
import { barAccess, tableEntry } from './scenes/entry.ts'
import { landing } from './scenes/landing.ts'
import { login } from './scenes/login.ts'
import { monitor } from './scenes/monitor.ts'
import { peopleList } from './scenes/people-list.ts'
import { profileForm } from './scenes/profile-form.ts'
import { scanner } from './scenes/scanner.ts'
import { lostVisits, stoppedPages } from './scenes/visit-ends.ts'

/** Every screen in every state, by name, in the order in which a person meets them. */
export const SCENES: Scenes = {
  ...landing,
  ...barAccess,
  ...scanner,
  ...tableEntry,
  ...profileForm,
  ...lostVisits,
  ...peopleList,
  ...stoppedPages,
  ...chat,
  ...login,
  ...barForm,
  ...barPages,
  ...monitor,
  ...controls,
}
