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

/**
 * What each shows is in another scene too, in other words or as a part of more: `npm test` leaves them to
 * the full run.
 */
export const ALIKE: readonly string[] = [
  ...['dismissed', 'missing', 'busy', 'insecure', 'no-picture', 'in-app', 'unknown'].map(
    (problem) => `scanner-${problem}`,
  ),
  ...['lost-emptied', 'lost-closed', 'stopped-banned', 'stopped-outdated'],
  ...['refused', 'full', 'paused', 'kept-out', 'tries', 'offline', 'unknown', 'closed'].map(
    (end) => `form-${end}`,
  ),
  ...['privacy', 'accessibility', 'unstarted-blank', 'bar-access-unknown', 'table-entry-empty'],
  ...['list-1', 'chat-ended', 'chat-too-long', 'login-refused', 'account-missing'],
  ...['bar-form-gone', 'bar-form-refused', 'numbers-failed', 'account-failed'],
  // An error beside its field, as in `form-missing`, or a button that is busy, as in `bar-access-busy`.
  ...['form-invalid', 'own-profile-missing', 'set-password-short', 'bar-form-invalid'],
  ...['print-invalid', 'table-entry-busy', 'form-busy', 'login-busy', 'bar-form-busy'],
  // A line while something loads, in the frame of its page.
  ...['login-loading', 'bar-form-loading', 'numbers-loading', 'account-loading'],
  // Of `list-8`, `list-signal`, `list-toasts`, `help-unseen`, `chat-notices`, `chat-unsent` and `list-offline`.
  ...['list-300', 'list-menu', 'list-rush', 'help-told', 'help-resolved', 'chat-notices-iphone'],
  ...['chat-refused', 'chat-no-connection', 'set-password-dead', 'table-entry-failed'],
  // Of `bar-form-pictures`, `numbers-tables`, `account-wrong`, `monitor`, `list-qr`, `bar-acts` and more.
  ...['bar-form-edit', 'bar-form-saved', 'numbers', 'acts-empty', 'account', 'monitor-full'],
  ...['monitor-quiet', 'monitor-qr', 'monitor-not-found', 'monitor-comings', 'monitor-closed-bar'],
  ...['person-remove', 'person-not-removed', 'staff-tools', 'code-page-off'],
]
