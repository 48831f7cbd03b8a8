import type { Refusal } from '#contract/refusals.ts'
import type * as portuguese from '../chat.ts'
import type { Translated } from '../translated.ts'

export const chatTexts: Translated<typeof portuguese.chatTexts> = {
  back: 'Back',
  messages: 'Messages',
  unknownPartner: 'This person is no longer in the bar.',
  empty: 'No messages yet. Say hello!',
  emptyForNow: 'No messages yet.',
  loading: 'Loading...',
  loadFailed: 'The messages haven’t arrived yet. We’ll keep trying.',
  composerLabel: 'Message',
  composerPlaceholder: 'Type your message...',
  send: 'Send',
  sentLater: 'No connection. What you send goes out when it’s back.',
  ended: 'This conversation has ended.',
  whoIsHere: 'See who is in the bar',
  earlier: 'Show earlier messages',
  jumpToNewest: 'Go to the newest',
  sending: 'Sending…',
  stored: 'Sent',
  failed: 'Not sent',
  retry: 'Try again',
  discard: 'Discard',
  tooLong: 'Message too long',
  today: 'Today',
  yesterday: 'Yesterday',
}

const REFUSAL_TEXTS: Record<Exclude<Refusal, 'unanswered'>, string> = {
  invalid_frame: 'This message couldn’t be read.',
  person_not_found: 'This conversation has ended.',
  person_offline: 'This person is offline. Try again when they’re back.',
  own_self: 'You can’t chat with yourself.',
  rate_limited: 'Slow down: wait a little and try again.',
  internal: 'Something went wrong on the server.',
  storage_full: 'This bar has no room for messages. Try again later.',
}

export const refusalText: typeof portuguese.refusalText = (refusal, name) =>
  refusal === 'unanswered' ? waitForAnswer(name) : REFUSAL_TEXTS[refusal]

export const waitForAnswer: typeof portuguese.waitForAnswer = (name) => `Wait for ${name} to reply.`

export const conversationWith: typeof portuguese.conversationWith = (name) => `Chat with ${name}`

export const firstMessageWaits: typeof portuguese.firstMessageWaits = (name) =>
  `${name} is offline. You can say hello when ${name} is back.`

export const charactersLeft: typeof portuguese.charactersLeft = (count) =>
  count === 1 ? '1 character left' : `${count} characters left`

export const newMessages: typeof portuguese.newMessages = (count) =>
  count === 1 ? '1 new message' : `${count} new messages`
