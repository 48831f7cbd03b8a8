import { countCause } from './causes.ts'

export type LogEvent =
  | 'request_failed'
  | 'bar_lookup_failed'
  | 'photo_not_stored'
  | 'photo_not_erased'
  | 'report_not_delivered'
  | 'profile_not_updated'
  | 'bar_not_listed'
  | 'room_not_erased'
  | 'socket_send_failed'
  | 'frame_failed'
  | 'commit_failed'
  | 'storage_full'
  | 'effect_failed'
  | 'disconnect_failed'
  | 'alarm_failed'
  | 'person_unreadable'
  | 'connected_unreadable'
  | 'bar_welcome_email_pending'
  | 'act_not_kept'
  | 'clearing_not_noted'
  | 'hours_not_counted'
  | 'hours_not_saved'
  | 'sweep_failed'
  | 'sweep_done'
  | 'login_not_checked'
  | 'bar_status_unknown'
  | 'site_state_unknown'
  | 'session_use_not_noted'
  | 'session_sockets_not_closed'
  | 'sessions_not_checked'
  | 'room_not_watched'
  | 'report_failed'
  | 'bars_change_not_sent'
  | 'reports_change_not_sent'
  | 'csp_violation'
  | 'page_failed'
  | 'key_unusable'
  | 'health_not_read'
  | 'object_failed'
  | 'notice_refused'
  | 'notice_not_sent'

/** Of the platform's log. */
type Level = 'debug' | 'info' | 'warn' | 'error'

/** All others are errors: somebody was refused, or something is lost. */
const LEVELS: Partial<Record<LogEvent, Level>> = {
  socket_send_failed: 'debug',
  sweep_done: 'info',
  bar_welcome_email_pending: 'info',
  // It goes on by itself, later or without.
  bar_lookup_failed: 'warn',
  site_state_unknown: 'warn',
  photo_not_stored: 'warn',
  photo_not_erased: 'warn',
  report_not_delivered: 'warn',
  bar_not_listed: 'warn',
  room_not_erased: 'warn',
  clearing_not_noted: 'warn',
  hours_not_counted: 'warn',
  hours_not_saved: 'warn',
  session_use_not_noted: 'warn',
  session_sockets_not_closed: 'warn',
  sessions_not_checked: 'warn',
  room_not_watched: 'warn',
  report_failed: 'warn',
  bars_change_not_sent: 'warn',
  reports_change_not_sent: 'warn',
  health_not_read: 'warn',
  notice_refused: 'warn',
  notice_not_sent: 'warn',
  csp_violation: 'warn',
  page_failed: 'warn',
}

/** No personal data: a bar's ID is public. */
export interface LogFields {
  barId?: string
  /** What was done: a word of a closed list. */
  act?: string
  accountId?: string
  /** The account that an act was about. */
  memberId?: string
  /** Random, and gone with the visit. */
  personId?: string
  at?: string
  /** How many people it concerned. */
  people?: number
  requestId?: string
  method?: string
  /** The route's pattern, never the requested address. */
  route?: string
  /** What a page's policy refused: a directive's name and a word of a closed list. */
  directive?: string
  blocked?: string
  /** Where a page's code failed: a file of the build, line and column. */
  place?: string
  /** Of a sweep: how many parts failed, and what was erased. */
  failed?: number
  pictures?: number
  evidence?: number
  ms?: number
  /** Of an error in a page: a name of a closed list. */
  name?: string
  /** A setting's or secret's name, never its value. */
  setting?: string
  /** A push service's answer. */
  status?: number
  error?: unknown
}

export function log(event: LogEvent, fields: LogFields = {}): void {
  const { barId, act, accountId, memberId, personId, at, people, requestId, method, route, error } =
    fields
  const { directive, blocked, place, failed, pictures, evidence, ms, name, setting, status } =
    fields
  const known = {
    barId,
    act,
    accountId,
    memberId,
    personId,
    at,
    people,
    requestId,
    method,
    route,
    directive,
    blocked,
    place,
    failed,
    pictures,
    evidence,
    ms,
    name,
    setting,
    status,
  }
  const level = LEVELS[event] ?? 'error'
  const line = { event, level, ...known, ...toErrorFields(error) }
  // biome-ignore lint/suspicious/noConsole: the platform collects its log from the console; this is the one place
  console[level](JSON.stringify(line))
  if (level === 'warn' || level === 'error') countCause(level, event, route)
}

// Without the message: drizzle puts a query's parameters into it, valibot the input.
function toErrorFields(error: unknown): { error?: string; causes?: string[]; stack?: string[] } {
  if (!(error instanceof Error)) return error === undefined ? {} : { error: typeof error }
  return { error: nameOf(error), causes: findCodes(error), stack: findFrames(error) }
}

function nameOf(error: Error): string {
  return /^\w{1,60}$/.test(error.name) ? error.name : 'Error'
}

const PLATFORM_CODE = /\b(?:D1|SQLITE)_[A-Z_]+\b/g

/** Constants of the platform, no data. */
export function findCodes(error: Error): string[] {
  const messages = [error, error.cause].map((cause) =>
    cause instanceof Error ? cause.message : '',
  )
  return [...new Set(messages.flatMap((message) => message.match(PLATFORM_CODE) ?? []))]
}

/** The message comes first in a stack. Its lines may look like frames. */
function findFrames({ stack = '', message }: Error): string[] {
  const end = stack.indexOf(message) + message.length
  return stack
    .slice(end)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim())
}
