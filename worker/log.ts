import { countCause } from './causes.ts'

/** The level of each event. An error refused a request or lost data; a warning needs no action. */
const EVENTS = {
  request_failed: 'error',
  bar_lookup_failed: 'warn',
  photo_not_stored: 'warn',
  evidence_not_read: 'warn',
  photo_not_erased: 'warn',
  report_not_delivered: 'warn',
  profile_not_updated: 'error',
  room_not_erased: 'warn',
  socket_send_failed: 'debug',
  frame_failed: 'error',
  commit_failed: 'error',
  storage_full: 'error',
  effect_failed: 'error',
  disconnect_failed: 'error',
  alarm_failed: 'error',
  outbox_failed: 'error',
  person_unreadable: 'error',
  connected_unreadable: 'error',
  bar_welcome_email_pending: 'info',
  act_not_kept: 'error',
  hours_not_saved: 'warn',
  sweep_failed: 'error',
  sweep_done: 'info',
  login_not_checked: 'error',
  bar_status_unknown: 'error',
  site_state_unknown: 'warn',
  session_use_not_noted: 'warn',
  session_sockets_not_closed: 'warn',
  sessions_not_checked: 'warn',
  room_not_answered: 'warn',
  monitor_not_read: 'warn',
  calls_not_pushed: 'warn',
  counts_not_pushed: 'warn',
  reports_not_counted: 'warn',
  bars_change_not_sent: 'warn',
  reports_change_not_sent: 'warn',
  csp_violation: 'warn',
  page_failed: 'warn',
  key_unusable: 'error',
  health_not_read: 'warn',
  object_failed: 'error',
  notice_refused: 'warn',
  notice_not_sent: 'warn',
} as const satisfies Record<string, 'debug' | 'info' | 'warn' | 'error'>

export type LogEvent = keyof typeof EVENTS

/** Only these fields are logged. None is personal data: a bar's ID is public. */
const FIELDS = {
  barId: String,
  /** The kind of an act, from a closed list. */
  act: String,
  accountId: String,
  /** The account that the act was about. */
  memberId: String,
  /** A random id that ends with the visit. */
  personId: String,
  at: String,
  /** The number of people that the act concerned. */
  people: Number,
  requestId: String,
  method: String,
  /** The route's pattern, never the requested address. */
  route: String,
  /** The violated directive of a page's policy. Both fields are words from closed lists. */
  directive: String,
  blocked: String,
  /** The built file, line and column where a page's code failed. */
  place: String,
  /** The failed parts of a sweep. The next two fields count what it erased. */
  failed: Number,
  pictures: Number,
  evidence: Number,
  ms: Number,
  /** The name of an error in a page, from a closed list. */
  name: String,
  /** The name of a setting or secret, never its value. */
  setting: String,
  /** The status that a push service answered. */
  status: Number,
}

/** Names the build for `npm run trace`. scripts/build/source-maps.ts replaces it at equal length. */
const BUILD = 'unbuilt-code'

type LogFields = { [Name in keyof typeof FIELDS]?: ReturnType<(typeof FIELDS)[Name]> } & {
  error?: unknown
}

export function log(event: LogEvent, fields: LogFields = {}): void {
  const level = EVENTS[event]
  const known = Object.keys(FIELDS) as (keyof typeof FIELDS)[]
  const values = Object.fromEntries(known.map((name) => [name, fields[name]]))
  const { place, error } = fields
  const build = place !== undefined || error instanceof Error ? BUILD : undefined
  const line = { event, level, ...values, ...toErrorFields(error), build }
  // biome-ignore lint/suspicious/noConsole: the platform collects its log from the console; this is the one place
  console[level](JSON.stringify(line))
  if (level === 'warn' || level === 'error') countCause(level, event, fields.route)
}

// The message is left out: drizzle quotes parameters in it, and valibot the input.
function toErrorFields(error: unknown): { error?: string; causes?: string[]; stack?: string[] } {
  if (!(error instanceof Error)) return error === undefined ? {} : { error: typeof error }
  return { error: nameOf(error), causes: findCodes(error), stack: findFrames(error) }
}

function nameOf(error: Error): string {
  return /^\w{1,60}$/.test(error.name) ? error.name : 'Error'
}

const PLATFORM_CODE = /\b(?:D1|SQLITE)_[A-Z_]+\b/g

/** Returns the platform's error codes, which are constants and hold no data. */
export function findCodes(error: Error): string[] {
  const messages = [error, error.cause].map((cause) =>
    cause instanceof Error ? cause.message : '',
  )
  return [...new Set(messages.flatMap((message) => message.match(PLATFORM_CODE) ?? []))]
}

/** Skips the message at the start of a stack: its lines may look like frames. */
function findFrames({ stack = '', message }: Error): string[] {
  const end = stack.indexOf(message) + message.length
  return stack
    .slice(end)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim())
}
