import { address } from './address.ts'
import type { StaffNotice } from './notices.ts'
import { PAGES } from './pages.ts'

export const ADMIN_API = {
  session: '/api/admin/session',
  passwordLink: '/api/admin/password-link',
  firstRun: '/api/admin/first-run',
  invitation: '/api/admin/invitation',
  join: '/api/admin/join',
  joinChallenge: '/api/admin/join/challenge',
  password: '/api/admin/password',
  sessions: '/api/admin/sessions',
  ownSession: '/api/admin/sessions/:sessionId',
  /** Serves the challenge for a sign-in and for a repeated proof. */
  passkeyChallenge: '/api/admin/passkey-challenge',
  passkeySession: '/api/admin/session/passkey',
  proof: '/api/admin/session/proof',
  passkeys: '/api/admin/passkeys',
  newPasskeyChallenge: '/api/admin/passkeys/challenge',
  ownPasskey: '/api/admin/passkeys/:passkeyId',
  passkeyConfirmation: '/api/admin/passkeys/:passkeyId/confirmation',
  /** The push subscription of this session's browser, for calls for help and reports. */
  notices: '/api/admin/notices',
  bars: '/api/admin/bars',
  bar: '/api/admin/bars/:barId',
  pause: '/api/admin/bars/:barId/pause',
  hours: '/api/admin/bars/:barId/hours',
  logos: '/api/admin/media/logos',
  photos: '/api/admin/media/photos',
  covers: '/api/admin/media/covers',
  people: '/api/admin/bars/:barId/people',
  personPhone: '/api/admin/bars/:barId/people/:personId/phone',
  personHelp: '/api/admin/bars/:barId/people/:personId/help',
  helpShown: '/api/admin/bars/:barId/help/shown',
  personNetwork: '/api/admin/bars/:barId/people/:personId/network',
  removals: '/api/admin/bars/:barId/removals',
  removal: '/api/admin/bars/:barId/removals/:personId',
  reports: '/api/admin/bars/:barId/reports',
  personReports: '/api/admin/bars/:barId/people/:personId/reports',
  closedReports: '/api/admin/bars/:barId/reports/closed',
  reportClosing: '/api/admin/bars/:barId/reports/:reportId/closing',
  reportRemoval: '/api/admin/bars/:barId/reports/:reportId/removal',
  reportMessages: '/api/admin/bars/:barId/reports/:reportId/messages',
  reportPhoto: '/api/admin/bars/:barId/reports/:reportId/photos/:photo',
  entryCode: '/api/admin/bars/:barId/entry-code',
  entryCodeRenewal: '/api/admin/bars/:barId/entry-code/renewal',
  entryCodeTries: '/api/admin/bars/:barId/entry-code/tries',
  team: '/api/admin/bars/:barId/team',
  member: '/api/admin/bars/:barId/team/:accountId',
  memberPasswordLink: '/api/admin/bars/:barId/team/:accountId/password-link',
  invitations: '/api/admin/bars/:barId/invitations',
  ownInvitation: '/api/admin/bars/:barId/invitations/:invitationId',
  acts: '/api/admin/acts',
  actsFile: '/api/admin/acts/registro.csv',
  health: '/api/admin/health',
  site: '/api/admin/site',
  board: '/api/admin/bars/:barId/board',
  monitor: '/api/admin/monitor',
  monitorSocket: '/api/admin/monitor/socket',
} as const

/** Names the bar in the query of its staff's pages. */
export const BAR_PARAMETER = 'bar'
/** The bars whose people the monitor returns, separated by commas. */
export const BARS_PARAMETER = 'bars'

/** In the query of a folded section's socket. */
export const FOLDED_PARAMETER = 'folded'

/** A section's socket. A folded one hears numbers instead of people. */
export function toSectionPath(barId: string, isFolded: boolean): string {
  return address(ADMIN_API.board, { barId, [FOLDED_PARAMETER]: isFolded ? '1' : undefined })
}

/** The board, scrolled to this bar. For help, scrolled to the calls at the top. */
export function toBoardPage(barId: string, about: StaffNotice['about']): string {
  return `${PAGES.monitor}#${about === 'help' ? 'help_' : ''}${barId}`
}

/** A URL fragment, because browsers do not send it: no server log holds the token. */
export const SET_PASSWORD_FRAGMENT = 'set-password='

export function toPasswordLink(origin: string, token: string): string {
  return `${origin}${PAGES.adminLogin}#${SET_PASSWORD_FRAGMENT}${token}`
}

/** The token is a URL fragment here too. */
export function toJoiningLink(origin: string, token: string): string {
  return `${origin}${PAGES.joining}#${token}`
}
