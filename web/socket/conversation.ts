import type { History, Message } from '#contract/message.ts'

/** What this page holds of one conversation. Numbers, never clocks, order it. */
export interface Conversation {
  /** By number, each once; with a hole only above `completeThrough`. */
  messages: readonly Message[]
  hasEarlier: boolean
  /** Nothing is missing between the first message held and this number. Null before a first load. */
  completeThrough: number | null
  load: 'loading' | 'loaded' | 'failed'
}

export const UNLOADED: Conversation = {
  messages: [],
  hasEarlier: false,
  completeThrough: null,
  load: 'loading',
}

/** A message that came on its own, whether or not a load of history is under way. */
export function withMessage(conversation: Conversation, message: Message): Conversation {
  return complete({ ...conversation, messages: merge(conversation.messages, [message]) })
}

/** The newest page, or the page that follows `completeThrough`. */
export function withNewer(conversation: Conversation, page: History): Conversation {
  const last = page.messages.at(-1)?.number ?? conversation.completeThrough ?? 0
  const isFirstLoad = conversation.completeThrough === null
  return complete({
    messages: merge(conversation.messages, page.messages),
    hasEarlier: isFirstLoad ? page.hasEarlier : conversation.hasEarlier,
    completeThrough: Math.max(last, conversation.completeThrough ?? 0),
    load: 'loaded',
  })
}

/** The page that ends before the first message held. */
export function withEarlier(conversation: Conversation, page: History): Conversation {
  return {
    ...conversation,
    messages: merge(conversation.messages, page.messages),
    hasEarlier: page.hasEarlier,
  }
}

/** Whether a message is known to stand between what is complete and the newest one held. */
export function hasHole(conversation: Conversation): boolean {
  const newest = conversation.messages.at(-1)
  const { completeThrough } = conversation
  return completeThrough !== null && newest !== undefined && newest.number > completeThrough
}

function complete(conversation: Conversation): Conversation {
  if (conversation.completeThrough === null) return conversation
  let through = conversation.completeThrough
  for (const { number } of conversation.messages) if (number === through + 1) through = number
  return { ...conversation, completeThrough: through }
}

function merge(held: readonly Message[], added: readonly Message[]): readonly Message[] {
  const ids = new Set(held.map((message) => message.id))
  const fresh = added.filter((message) => !ids.has(message.id))
  if (fresh.length === 0) return held
  const byNumber = new Map([...held, ...fresh].map((message) => [message.number, message]))
  return [...byNumber.values()].sort((one, other) => one.number - other.number)
}
