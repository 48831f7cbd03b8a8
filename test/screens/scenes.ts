import type { Scenes } from './scene.ts'
import { barAccess } from './scenes/bar-access.ts'
import { barForm } from './scenes/bar-form.ts'
import { barPages } from './scenes/bar-pages.ts'
import { chat } from './scenes/chat.ts'
import { controls } from './scenes/controls.ts'
import { landing } from './scenes/landing.ts'
import { login } from './scenes/login.ts'
import { lostVisits } from './scenes/lost-visits.ts'
import { monitor } from './scenes/monitor.ts'
import { peopleList } from './scenes/people-list.ts'
import { profileForm } from './scenes/profile-form.ts'
import { scanner } from './scenes/scanner.ts'
import { stoppedPages } from './scenes/stopped-pages.ts'
import { tableEntry } from './scenes/table-entry.ts'

/** Every screen in every state, by name, in the order in which somebody meets them. */
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
