import type { ActFilter } from './acts.ts'
import type { StaffNotice } from './notices.ts'
import { PAGES } from './paths.ts'
import type { EvidencePhoto } from './reports.ts'

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
  personNetwork: '/api/admin/bars/:barId/people/:personId/network',
  removals: '/api/admin/bars/:barId/removals',
  removal: '/api/admin/bars/:barId/removals/:personId',
  reports: '/api/admin/bars/:barId/reports',
  closedReports: '/api/admin/bars/:barId/reports/closed',
  reportClosing: '/api/admin/bars/:barId/reports/:reportId/closing',
  reportRemoval: '/api/admin/bars/:barId/reports/:reportId/removal',
  reportMessages: '/api/admin/bars/:barId/reports/:reportId/messages',
  reportPhoto: '/api/admin/bars/:barId/reports/:reportId/photos/:photo',
  entryCode: '/api/admin/bars/:barId/entry-code',
  entryCodeRenewal: '/api/admin/bars/:barId/entry-code/renewal',
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

export function toBarForm(barId: string): string {
  return `${PAGES.editBar}?${BAR_PARAMETER}=${barId}`
}

export function toSheets(barId: string): string {
  return `${PAGES.print}?${BAR_PARAMETER}=${barId}`
}

export const BAR_PARAMETER = 'bar'
/** The bars whose people the monitor returns, separated by commas. */
export const BARS_PARAMETER = 'bars'

export function toAdminBars(after?: string): string {
  return after ? `${ADMIN_API.bars}?after=${encodeURIComponent(after)}` : ADMIN_API.bars
}

export function toOwnSession(sessionId: string): string {
  return `${ADMIN_API.sessions}/${sessionId}`
}

export function toOwnPasskey(passkeyId: string): string {
  return `${ADMIN_API.passkeys}/${passkeyId}`
}

export function toAdminBar(barId: string): string {
  return `${ADMIN_API.bars}/${barId}`
}

export function toPause(barId: string): string {
  return `${toAdminBar(barId)}/pause`
}

export function toBarHours(barId: string): string {
  return `${toAdminBar(barId)}/hours`
}

export function toStatistics(barId: string): string {
  return `${PAGES.statistics}?${BAR_PARAMETER}=${barId}`
}

export function toTeamPage(barId: string): string {
  return `${PAGES.team}?${BAR_PARAMETER}=${barId}`
}

function toAdminPerson(barId: string, personId: string): string {
  return `${toAdminPeople(barId)}/${personId}`
}

export function toAdminPeople(barId: string): string {
  return `${toAdminBar(barId)}/people`
}

export function toPersonNetwork(barId: string, personId: string): string {
  return `${toAdminPerson(barId, personId)}/network`
}

export function toPersonHelp(barId: string, personId: string): string {
  return `${toAdminPerson(barId, personId)}/help`
}

export function toPersonPhone(barId: string, personId: string): string {
  return `${toAdminPerson(barId, personId)}/phone`
}

export function toActs(filter: ActFilter, after?: string): string {
  return `${ADMIN_API.acts}${toQuery({ ...filter, after })}`
}

export function toActsFile(filter: ActFilter): string {
  return `${ADMIN_API.actsFile}${toQuery({ ...filter })}`
}

/** The page "Registro" of one bar, or of all bars. */
export function toActsPage(filter: ActFilter = {}): string {
  return `${PAGES.acts}${toQuery({ ...filter })}`
}

function toQuery(parameters: Record<string, string | undefined>): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value ? [`${name}=${encodeURIComponent(value)}`] : [],
  )
  return given.length > 0 ? `?${given.join('&')}` : ''
}

export function toRemovals(barId: string): string {
  return `${toAdminBar(barId)}/removals`
}

export function toRemoval(barId: string, personId: string): string {
  return `${toRemovals(barId)}/${personId}`
}

export function toReports(barId: string): string {
  return `${toAdminBar(barId)}/reports`
}

export function toClosedReports(barId: string): string {
  return `${toReports(barId)}/closed`
}

export function toReportClosing(barId: string, reportId: string): string {
  return `${toReports(barId)}/${reportId}/closing`
}

export function toReportRemoval(barId: string, reportId: string): string {
  return `${toReports(barId)}/${reportId}/removal`
}

export function toReportMessages(barId: string, reportId: string): string {
  return `${toReports(barId)}/${reportId}/messages`
}

export function toReportPhoto(barId: string, reportId: string, photo: EvidencePhoto): string {
  return `${toReports(barId)}/${reportId}/photos/${photo}`
}

export function toEntryCode(barId: string): string {
  return `${toAdminBar(barId)}/entry-code`
}

export function toEntryCodeRenewal(barId: string): string {
  return `${toEntryCode(barId)}/renewal`
}

/** A WebSocket. */
export function toBoard(barId: string): string {
  return `${toAdminBar(barId)}/board`
}

/** The board, scrolled to this bar. For help, scrolled to the calls at the top. */
export function toBoardPage(barId: string, about: StaffNotice['about']): string {
  return `${PAGES.monitor}#${about === 'help' ? 'help_' : ''}${barId}`
}

/** Asks for the counts of all bars and for the people of these. */
export function toMonitor(barIds: readonly string[]): string {
  return `${ADMIN_API.monitor}${toQuery({ [BARS_PARAMETER]: barIds.join() })}`
}

export function toTeam(barId: string): string {
  return `${toAdminBar(barId)}/team`
}

export function toMember(barId: string, accountId: string): string {
  return `${toTeam(barId)}/${accountId}`
}

export function toMemberPasswordLink(barId: string, accountId: string): string {
  return `${toMember(barId, accountId)}/password-link`
}

export function toInvitations(barId: string): string {
  return `${toAdminBar(barId)}/invitations`
}

export function toInvitation(barId: string, invitationId: string): string {
  return `${toInvitations(barId)}/${invitationId}`
}

/** The code in huge digits, for a tablet at the door. */
export function toCodePage(barId: string): string {
  return PAGES.entryCode.replace(':barId', barId)
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
