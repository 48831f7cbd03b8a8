import { vi } from 'vitest'
import { BAR_ID_ALPHABET } from '#contract/bar-id.ts'
import { DAY_MS, HOUR_MS } from '#contract/durations.ts'
import { track } from './activity.ts'
import { subscriberOf } from './guest-acts.ts'
import { notePlaying } from './world.ts'

/** Every evening begins at half past nine in São Paulo: the night's code changes at noon. */
const BEGINS_MS = 0.5 * HOUR_MS
const LEVELS = ['debug', 'info', 'log', 'warn', 'error'] as const

/** Stands for the push services and for the platform's log until the test ends. */
export function watchOutside(): void {
  vi.spyOn(globalThis, 'fetch').mockImplementation((...request) =>
    track(answerPush(new Request(...request))),
  )
  for (const level of LEVELS) vi.spyOn(console, level).mockImplementation(noteLog)
}

/** Answers as the endpoint's last word says, and reads the notice as the phone does. */
async function answerPush(request: Request): Promise<Response> {
  const { url, headers } = request
  const { read } = await subscriberOf(url)
  const [ttl, urgency, topic] = ['ttl', 'urgency', 'topic'].map((name) => headers.get(name))
  const notice = JSON.parse(await read(await request.arrayBuffer()))
  notePlaying(`the phone of ${url.split('/').at(-1)}`, { notice, ttl, urgency, topic })
  const status = url.endsWith('gone') ? 410 : url.endsWith('broken') ? 503 : 201
  return new Response(null, { status })
}

/** Leaves out how long something took, and the lines of the source. */
function noteLog(line: unknown): void {
  const logged = JSON.parse(String(line))
  const { event, level, barId, status, error } = logged
  notePlaying(`the log, ${event}`, { level, barId, status, error })
}

let lastEnd = 0

export function noteEnd(): void {
  lastEnd = Date.now()
}

/** The bars and the first moment of an evening. No other evening has them. */
export function settingOf(seed: number) {
  const letter = (at: number) => BAR_ID_ALPHABET[at % BAR_ID_ALPHABET.length]
  const code = `EV${letter(seed)}${letter(Math.floor(seed / BAR_ID_ALPHABET.length))}2`
  const beginsAt = Math.ceil(Math.max(Date.now(), lastEnd) / DAY_MS) * DAY_MS + BEGINS_MS
  return { seed, beginsAt, barIds: [`${code}A`, `${code}B`] as [string, string] }
}
