/** A retry may help after these. Source: developers.cloudflare.com/d1/observability/debug-d1. */
const TRANSIENT = [
  'reset because its code was updated',
  'storage caused object to be reset',
  'Network connection lost',
  'Cannot resolve D1 DB due to transient issue',
  "Can't read from request stream because client disconnected",
]
/** D1 is overloaded; an immediate retry would add load. */
const OVERLOADED = [
  'D1 DB storage operation exceeded timeout',
  'D1 DB is overloaded',
  "D1 DB's isolate exceeded its memory limit",
  'D1 DB exceeded its CPU time limit',
]
export const TIMED_OUT = 'D1_ERROR: no answer in time'

const CAUSES_MAX = 5

export function isTransient(error: unknown): boolean {
  return hasMessage(error, TRANSIENT)
}

export function isDatabaseAway(error: unknown): boolean {
  return hasMessage(error, [...TRANSIENT, ...OVERLOADED, TIMED_OUT])
}

function hasMessage(error: unknown, texts: readonly string[]): boolean {
  let cause = error
  for (let depth = 0; depth < CAUSES_MAX && cause instanceof Error; depth += 1) {
    const { message } = cause
    // Drizzle's message quotes the parameters, which a client may have written.
    if (!message.startsWith('Failed query') && texts.some((text) => message.includes(text))) {
      return true
    }
    cause = cause.cause
  }
  return false
}
