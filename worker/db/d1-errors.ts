/**
 * What D1 says when it could not be reached or was restarting: asking again may help. From the error
 * list of developers.cloudflare.com/d1/observability/debug-d1.
 */
const PASSING = [
  'reset because its code was updated',
  'storage caused object to be reset',
  'Network connection lost',
  'Cannot resolve D1 DB due to transient issue',
  "Can't read from request stream because client disconnected",
]
/** What it says when it has too much to do: asking again at once would be more of it. */
const TOO_MUCH = [
  'D1 DB storage operation exceeded timeout',
  'D1 DB is overloaded',
  "D1 DB's isolate exceeded its memory limit",
  'D1 DB exceeded its CPU time limit',
]
export const NO_ANSWER = 'D1_ERROR: no answer in time'

const CAUSES_MAX = 5

/** Whether D1 may well answer the same question a moment later. */
export function isPassing(error: unknown): boolean {
  return says(error, PASSING)
}

/** Whether a failure is D1's being away, and neither a mistake of ours nor of whoever asked. */
export function isDatabaseAway(error: unknown): boolean {
  return says(error, [...PASSING, ...TOO_MUCH, NO_ANSWER])
}

/** What D1 said stands under what drizzle and the platform made of it, beyond an object's border too. */
function says(error: unknown, texts: readonly string[]): boolean {
  let cause = error
  for (let depth = 0; depth < CAUSES_MAX && cause instanceof Error; depth += 1) {
    const { message } = cause
    // Drizzle's own message repeats the parameters, which anybody may have written.
    if (!message.startsWith('Failed query') && texts.some((text) => message.includes(text))) {
      return true
    }
    cause = cause.cause
  }
  return false
}
