import { DAY_MS } from '#contract/durations.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Message } from '#contract/message.ts'
import { countGraphemes } from '#contract/plain-text.ts'
import type { Refusal } from '#contract/refusals.ts'
import { chatTexts } from '#contract/texts/chat.ts'
import type { Unsent } from '#web/session/kept-outbox.ts'
import { formatAt } from '#web/ui/format-at.ts'

export interface Entry {
  id: string
  isOwn: boolean
  text: string
  at: number
  state: 'stored' | 'sending' | Refusal
  /** Set where a day separator precedes the entry. */
  day: number | null
  /** The previous entry is by the same person and at most 1 minute older. */
  continues: boolean
}

const GROUP_MS = 60_000

/** Stored messages by number, then unsent ones. No message twice. */
export function toTimeline(
  messages: readonly Message[],
  unsent: readonly Unsent[],
  ownId: string,
  now: number,
): Entry[] {
  const storedIds = new Set(messages.map(({ id }) => id))
  const bare = [
    ...messages.map((message) => fromMessage(message, ownId)),
    ...unsent.filter(({ id }) => !storedIds.has(id)).map(fromUnsent),
  ]
  return bare.map((entry, index) => relate(entry, bare[index - 1], now))
}

type Bare = Omit<Entry, 'day' | 'continues'>

function fromMessage(message: Message, ownId: string): Bare {
  const { id, from, text, createdAt: at } = message
  return { id, isOwn: from === ownId, text, at, state: 'stored' }
}

function fromUnsent({ id, text, writtenAt, refusal }: Unsent): Bare {
  return { id, isOwn: true, text, at: writtenAt, state: refusal ?? 'sending' }
}

/** Today gets a separator only after an earlier day. */
function relate(entry: Bare, before: Bare | undefined, now: number): Entry {
  const isNewDay = dayOf(entry.at) !== dayOf(before ? before.at : now)
  const isNear = before?.isOwn === entry.isOwn && entry.at - before.at <= GROUP_MS
  return { ...entry, day: isNewDay ? entry.at : null, continues: isNear && !isNewDay }
}

function dayOf(at: number): string {
  return new Date(at).toDateString()
}

const DAY = { weekday: 'long', day: 'numeric', month: 'long' } as const

export function toDay(at: number, now: number): string {
  if (dayOf(at) === dayOf(now)) return chatTexts.today
  return dayOf(at) === dayOf(now - DAY_MS) ? chatTexts.yesterday : formatAt(at, DAY)
}

/**
 * Takes all entries of a conversation. `closed`: this person has sent as many messages as an unanswered one may.
 * `asked`: the partner began, and this person has not answered.
 */
export function consentOf(entries: readonly Entry[]): 'closed' | 'asked' | 'open' {
  if (entries.length === 0) return 'open'
  if (entries.every(({ isOwn }) => !isOwn)) return 'asked'
  const own = entries.filter(({ state }) => state === 'stored' || state === 'sending')
  const isClosed = own.every(({ isOwn }) => isOwn) && own.length >= LIMITS.unansweredMessages
  return isClosed ? 'closed' : 'open'
}

/** The other has written nothing since one's first message that is stored. */
export function isUnanswered(entries: readonly Entry[]): boolean {
  const first = entries.findIndex(({ isOwn, state }) => isOwn && state === 'stored')
  return first >= 0 && entries.slice(first).every(({ isOwn }) => isOwn)
}

// Components join, colour and spell flags; digits are among them, and are emoji as keycaps alone.
const ONLY_EMOJI =
  /^(?:\p{Extended_Pictographic}|(?![#*\d])\p{Emoji_Component}|[#*\d]\uFE0F?\u20E3)+$/u
const LARGE_EMOJI = 3

export function isLargeEmoji(text: string): boolean {
  return ONLY_EMOJI.test(text) && countGraphemes(text) <= LARGE_EMOJI
}
