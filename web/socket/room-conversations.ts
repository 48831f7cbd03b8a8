import { LIMITS } from '#contract/limits.ts'
import type { Message } from '#contract/message.ts'
import { cutText } from '#contract/plain-text.ts'
import type { ServerMessage } from '#contract/protocol.ts'
import type { Conversation } from './conversation.ts'
import { UNLOADED, withMessage } from './conversation.ts'
import type { RoomState } from './room-state.ts'

export function withConversations(
  state: RoomState,
  message: Pick<Extract<ServerMessage, { type: 'conversations' }>, 'conversations' | 'lastLines'>,
): RoomState {
  const [unread, lastLines] = [new Map(state.unread), new Map(state.lastLines)]
  const answered = new Set(state.answered)
  message.conversations.forEach((one, index) => {
    unread.set(one.personId, one.unread)
    if (one.answered) answered.add(one.personId)
    const lastLine = message.lastLines[index]
    if (lastLine) lastLines.set(one.personId, lastLine)
  })
  return { ...state, unread, lastLines, answered }
}

/** An open chat keeps its messages until it is closed. */
export function forgetConversation(draft: RoomState, personId: string): void {
  if (!draft.unread.has(personId)) return
  const [unread, lastLines] = [new Map(draft.unread), new Map(draft.lastLines)]
  const answered = new Set(draft.answered)
  unread.delete(personId)
  lastLines.delete(personId)
  answered.delete(personId)
  Object.assign(draft, { unread, lastLines, answered })
}

export function withStored(state: RoomState, message: Message, unread: number | null): RoomState {
  const isOwn = message.from === state.you?.id
  const partner = isOwn ? message.to : message.from
  const opened = withOpened(state, partner, message)
  if (state.endedWith.has(partner)) return opened
  const next = withUnread(opened, partner, unread ?? state.unread.get(partner) ?? 0)
  // The answer to a resend may be older than the known last line.
  if (message.createdAt < (state.lastLines.get(partner)?.at ?? 0)) return next
  const text = cutText(message.text, LIMITS.lastLineGraphemes)
  const lastLine = { text, isOwn, at: message.createdAt }
  const before = state.lastLines.get(partner)
  const isAnswer = before !== undefined && before.isOwn !== isOwn
  const answered = isAnswer ? new Set(state.answered).add(partner) : state.answered
  return { ...next, answered, lastLines: new Map(state.lastLines).set(partner, lastLine) }
}

export function withOpened(state: RoomState, partner: string, message: Message): RoomState {
  if (!state.conversations.has(partner)) return state
  return withConversation(state, partner, (known) => withMessage(known, message))
}

/** A folded conversation is not listed, though it is read. */
export function withRead(state: RoomState, personId: string, unread: number): RoomState {
  return state.unread.has(personId) ? withUnread(state, personId, unread) : state
}

function withUnread(state: RoomState, personId: string, unread: number): RoomState {
  if (state.unread.get(personId) === unread) return state
  return { ...state, unread: new Map(state.unread).set(personId, unread) }
}

export function withConversation(
  state: RoomState,
  personId: string,
  change: (known: Conversation) => Conversation,
): RoomState {
  const changed = change(state.conversations.get(personId) ?? UNLOADED)
  return { ...state, conversations: new Map(state.conversations).set(personId, changed) }
}
