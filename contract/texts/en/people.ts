import type * as portuguese from '../people.ts'
import type { Translated } from '../translated.ts'
import { INTEREST_LABELS } from './person.ts'

export const peopleTexts: Translated<typeof portuguese.peopleTexts> = {
  title: 'People in the Bar',
  leave: 'Leave Bar',
  leaveDetail: 'Erases it all.',
  you: 'You',
  yourProfile: 'Your profile',
  chat: 'Chat',
  seeConversation: 'See chat',
  online: 'Online',
  offline: 'Offline',
  onlyYou: 'only you see it',
  away: 'may see it later',
  gone: 'Left the bar',
  typing: 'typing…',
  conversations: 'Conversations',
  newcomers: 'Just arrived',
  others: ['In the bar', ' now'],
  loading: 'Loading people...',
  loadFailed: 'Couldn’t load the people in the bar',
  barFull: 'This bar is full right now.',
  blockedNetwork: 'This network blocks live chat. Use mobile data.',
  phoneUsed: 'Your phone number was used on another device.',
  helpUnreachable: 'No connection. Go to the bar counter or call 190.',

  left: 'Disconnected',
  leftDetail: 'You left the bar',
}

export const leftBar: typeof portuguese.leftBar = (name) => `${name} left the bar`

export const interestLine: typeof portuguese.interestLine = (interest) =>
  `Interest: ${INTEREST_LABELS[interest ?? 'all']}`

export const statusLine: typeof portuguese.statusLine = (online) =>
  `Status: ${online ? peopleTexts.online : peopleTexts.offline}`

export const offlineCount: typeof portuguese.offlineCount = (count) =>
  `${peopleTexts.offline} (${count})`

export const lastLineOf: typeof portuguese.lastLineOf = ({ text, isOwn }) =>
  isOwn ? `${peopleTexts.you}: ${text}` : text

export const onlineCount: typeof portuguese.onlineCount = (online) => `${online} online`

export const unreadTitle: typeof portuguese.unreadTitle = (unread, title) =>
  unread > 0 ? `(${unread}) ${title}` : title

export const unreadCount: typeof portuguese.unreadCount = (unread) =>
  unread === 1 ? '1 unread message' : `${unread} unread messages`

export const messageFrom: typeof portuguese.messageFrom = (name, text) => `${name}: ${text}`

export const unreadLabel: typeof portuguese.unreadLabel = (unread, name) =>
  `${unreadCount(unread)} from ${name}`

export const chatWith: typeof portuguese.chatWith = (name) => `${peopleTexts.chat} with ${name}`

export const profileOf: typeof portuguese.profileOf = (name) => `Profile of ${name}`

export const optionsFor: typeof portuguese.optionsFor = (name) => `Options for ${name}`

export const seeConversationWith: typeof portuguese.seeConversationWith = (name) =>
  `${peopleTexts.seeConversation} with ${name}`
