import type { History, Message } from '#contract/message.ts'

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

/** The newest page, or the page after `completeThrough`. */
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

export function withEarlier(conversation: Conversation, page: History): Conversation {
  return {
    ...conversation,
    messages: merge(conversation.messages, page.messages),
    hasEarlier: page.hasEarlier,
  }
}

/** True if messages are missing above `completeThrough`. */
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

function merge(known: readonly Message[], added: readonly Message[]): readonly Message[] {
  const ids = new Set(known.map((message) => message.id))
  const fresh = added.filter((message) => !ids.has(message.id))
  if (fresh.length === 0) return known
  const byNumber = new Map([...known, ...fresh].map((message) => [message.number, message]))
  return [...byNumber.values()].sort((one, other) => one.number - other.number)
}
