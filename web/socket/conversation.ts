import type { Message } from '#contract/message.ts'
import type { ServerMessage } from '#contract/protocol.ts'

/** Ordered by numbers, never by clocks. */
export interface Conversation {
  /** By number, unique; gaps only above `completeThrough`. */
  messages: readonly Message[]
  hasEarlier: boolean
  /** No gap from the first message to this number. Null before the first load. */
  completeThrough: number | null
  load: 'loading' | 'loaded' | 'failed'
}

export const UNLOADED: Conversation = {
  messages: [],
  hasEarlier: false,
  completeThrough: null,
  load: 'loading',
}

export function withMessage(conversation: Conversation, message: Message): Conversation {
  return complete({ ...conversation, messages: merge(conversation.messages, [message]) })
}

type HistoryPage = Extract<ServerMessage, { type: 'history' }>

/** The newest page, the page after `completeThrough`, or the one before the first message. */
export function withHistory(conversation: Conversation, page: HistoryPage): Conversation {
  const { before, after, hasMore } = page
  const first = page.messages[0]?.number ?? 0
  const isNewest = before === undefined && after === undefined
  // A message that came before an earlier connection was lost may lie far below the newest page.
  const known = conversation.messages.filter(({ number }) => !isNewest || number >= first)
  const messages = merge(known, page.messages)
  const hasEarlier = after === undefined ? hasMore : conversation.hasEarlier
  if (before !== undefined) return { ...conversation, messages, hasEarlier }
  const last = page.messages.at(-1)?.number ?? 0
  const completeThrough = Math.max(last, conversation.completeThrough ?? 0)
  return complete({ messages, hasEarlier, completeThrough, load: 'loaded' })
}

function complete(conversation: Conversation): Conversation {
  if (conversation.completeThrough === null) return conversation
  let through = conversation.completeThrough
  for (const { number } of conversation.messages) if (number === through + 1) through = number
  return { ...conversation, completeThrough: through }
}

function merge(known: readonly Message[], added: readonly Message[]): readonly Message[] {
  const numbers = new Set(known.map(({ number }) => number))
  const fresh = added.filter(({ number }) => !numbers.has(number))
  if (fresh.length === 0) return known
  return [...known, ...fresh].sort((one, other) => one.number - other.number)
}
