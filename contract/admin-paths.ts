import { PAGES } from './paths.ts'

/** Patterns, and addresses, of the administrators' API. */
export const ADMIN_API = {
  session: '/api/admin/session',
  passwordLink: '/api/admin/password-link',
  password: '/api/admin/password',
  sessions: '/api/admin/sessions',
  ownSession: '/api/admin/sessions/:sessionId',
  bars: '/api/admin/bars',
  bar: '/api/admin/bars/:barId',
  pause: '/api/admin/bars/:barId/pause',
  hours: '/api/admin/bars/:barId/hours',
  logos: '/api/admin/media/logos',
  photos: '/api/admin/media/photos',
  person: '/api/admin/bars/:barId/people/:personId',
  monitor: '/api/admin/monitor',
  monitorSocket: '/api/admin/monitor/socket',
} as const

/** The form, filled in with a bar that is there. */
export function toBarForm(barId: string): string {
  return `${PAGES.admin}?${BAR_PARAMETER}=${barId}`
}

/** The poster and the table cards of a bar, to be printed. */
export function toSheets(barId: string): string {
  return `${PAGES.print}?${BAR_PARAMETER}=${barId}`
}

/** Which bar a page of the administrators is about. */
export const BAR_PARAMETER = 'bar'

/** One page of the bars, newest first; `after` is the `next` of the page before. */
export function toAdminBars(after?: string): string {
  return after ? `${ADMIN_API.bars}?after=${encodeURIComponent(after)}` : ADMIN_API.bars
}

/** One of the own sessions. */
export function toOwnSession(sessionId: string): string {
  return `${ADMIN_API.sessions}/${sessionId}`
}

/** One bar. */
export function toAdminBar(barId: string): string {
  return `${ADMIN_API.bars}/${barId}`
}

/** Whether a bar lets nobody new in: PUT pauses it, DELETE opens it again. */
export function toPause(barId: string): string {
  return `${toAdminBar(barId)}/pause`
}

/** How full a bar was, hour by hour. */
export function toBarHours(barId: string): string {
  return `${toAdminBar(barId)}/hours`
}

/** The page that shows it. */
export function toNumbers(barId: string): string {
  return `${PAGES.numbers}?${BAR_PARAMETER}=${barId}`
}

/** One customer of a bar. */
export function toAdminPerson(barId: string, personId: string): string {
  return `${toAdminBar(barId)}/people/${personId}`
}

/**
 * What follows the `#` of /admin-login in a link that sets a password; the token follows it. A
 * fragment never leaves the browser, so that the token is in nobody's log.
 */
export const SET_PASSWORD_FRAGMENT = 'set-password='
