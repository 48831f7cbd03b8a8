/** Client messages are requests, server messages are events. docs/protocol.md numbers the rules. */
import * as v from 'valibot'
import { erasedSchema } from './erased.ts'
import { ownHelpSchema } from './help.ts'
import { idSchema } from './id.ts'
import { LIMITS } from './limits.ts'
import { messageSchema, messageTextSchema } from './message.ts'
import { ownPersonSchema, publicPersonSchema } from './person.ts'
import { isSmall } from './plain-text.ts'
import { REFUSALS } from './refusals.ts'

/** The client offers this subprotocol first and its secret second. */
export const SUBPROTOCOL = 'brinde.v1'

/** The platform answers a ping without waking the room. */
export const PING = 'ping'
export const PONG = 'pong'

/** 4000-4099 are final, 4100-4199 back off, 4200-4299 reconnect at once. */
export const CLOSE = {
  visitEnded: 4000,
  tooManySockets: 4001,
  unknownVisit: 4002,
  expiredSecret: 4003,
  wrongVersion: 4004,
  misbehaved: 4005,
  sessionEnded: 4006,
  /** An account's role in this bar has changed or ended, or it has joined another. Its board reloads its bars. */
  accessChanged: 4007,
  barFull: 4100,
  overloaded: 4101,
  /** The page has not confirmed too many units. The client resumes. */
  slowReader: 4109,
  frameTooBig: 4110,
  silent: 4201,
  /** The room failed to send this page something. The client gets a snapshot. */
  outOfSync: 4202,
  pageClosed: 3000,
} as const
export type CloseName = keyof typeof CLOSE

/** RFC 6455 7.4.2: an application's codes begin here. A lower one says that the room did not close the socket. */
export function isOwnClose(code: number): boolean {
  return code >= 3000
}

export function isFinalClose(code: number): boolean {
  return code >= 4000 && code < 4100
}

export function isImmediateClose(code: number): boolean {
  return code >= 4200 && code < 4300
}

const END_REASONS = ['left', 'expired', 'removed', 'closed', 'emptied'] as const
export type EndReason = (typeof END_REASONS)[number]

// The client sends these frames. They are strict: an unknown type or key counts as abuse.

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** The last event that the client knows. `epoch` identifies one start of the room. */
export const resumePointSchema = v.strictObject({
  epoch: v.pipe(v.string(), v.regex(/^[\w-]{1,36}$/)),
  number: count,
})
export type ResumePoint = v.InferOutput<typeof resumePointSchema>

/** The last person of a page. Holds no text that a person typed. */
const cursorSchema = v.strictObject({ id: idSchema, online: v.boolean() })

const searchTextSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.check((text) => isSmall(text, LIMITS.nameText)),
)

export const saySchema = v.strictObject({
  type: v.literal('say'),
  /** The client mints it. A repeat within the last 256 messages gets the first answer. */
  id: idSchema,
  to: idSchema,
  text: messageTextSchema,
})

export const clientMessageSchema = v.variant('type', [
  saySchema,
  v.strictObject({ type: v.literal('read'), personId: idSchema, through: count }),
  /** "Agora não": puts away a conversation that this person neither began nor answered. */
  v.strictObject({ type: v.literal('fold'), personId: idSchema }),
  /** This person writes in the conversation. */
  v.strictObject({ type: v.literal('typing'), personId: idSchema }),
  v.strictObject({ type: v.literal('hidden') }),
  v.strictObject({ type: v.literal('visible') }),
  /** `token` is from the last checkpoint. */
  v.strictObject({ type: v.literal('confirm'), token: v.pipe(v.string(), v.maxLength(36)) }),
  v.strictObject({ type: v.literal('page'), after: v.nullable(cursorSchema) }),
  v.strictObject({ type: v.literal('search'), text: searchTextSchema }),
  v.strictObject({ type: v.literal('find'), personId: idSchema }),
  /** Numbers of messages, exclusive. With neither, the newest page; with both, what lies between. */
  v.strictObject({
    type: v.literal('history'),
    personId: idSchema,
    before: v.exactOptional(count),
    after: v.exactOptional(count),
  }),
])
export type ClientMessage = v.InferOutput<typeof clientMessageSchema>
export type HistoryQuestion = Omit<Extract<ClientMessage, { type: 'history' }>, 'type'>

// The server sends these frames. Clients drop unknown keys. There are no maxima, so that a stored
// text never makes a frame invalid.

/** Repeats what a page asked for with `history`. */
const askedHistoryEntries = {
  personId: v.string(),
  before: v.exactOptional(v.number()),
  after: v.exactOptional(v.number()),
}

const nextSchema = v.nullable(v.object({ id: v.string(), online: v.boolean() }))
export type PeopleCursor = NonNullable<v.InferOutput<typeof nextSchema>>

const eventSchema = v.variant('kind', [
  v.object({ kind: v.literal('entered'), person: publicPersonSchema }),
  v.object({ kind: v.literal('changed'), person: publicPersonSchema }),
  /** A person went online or offline. A page may not have loaded them, so the whole person is sent. */
  v.object({ kind: v.literal('presence'), person: publicPersonSchema }),
  v.object({ kind: v.literal('left'), personId: v.string(), name: v.string() }),
  /** An offline person is no longer listed. Existing conversations keep them. */
  v.object({ kind: v.literal('unlisted'), personId: v.string() }),
])
export type RoomEvent = v.InferOutput<typeof eventSchema>

/** These count all people of the bar, including the receiver. */
const countsEntries = { total: v.number(), online: v.number() }

const conversationSummarySchema = v.object({
  personId: v.string(),
  unread: v.number(),
  /** True once both people have written. */
  answered: v.exactOptional(v.literal(true)),
})

const lastLineSchema = v.object({
  text: v.string(),
  isOwn: v.boolean(),
  at: v.number(),
})
export type LastLine = v.InferOutput<typeof lastLineSchema>

const newcomerSchema = v.object({ personId: v.string(), ageMs: v.number() })
export type Newcomer = v.InferOutput<typeof newcomerSchema>

const ownStateEntries = {
  /** The server's clock, in ms since 1970. */
  now: v.number(),
  epoch: v.string(),
  number: v.number(),
  you: ownPersonSchema,
  conversations: v.array(conversationSummarySchema),
  lastLines: v.array(lastLineSchema),
  newcomers: v.array(newcomerSchema),
  /**
   * Another profile entered with the same phone while this person was offline. The room repeats
   * this until the page confirms it.
   */
  phoneUsed: v.exactOptional(v.literal(true)),
  /** See `conversationEnded`. */
  endedWith: v.exactOptional(v.array(v.string())),
  help: v.exactOptional(ownHelpSchema),
  ...countsEntries,
}

export const serverMessageSchema = v.variant('type', [
  /** Replaces all known people. `next` is null on the last page. */
  v.object({
    type: v.literal('snapshot'),
    ...ownStateEntries,
    people: v.array(publicPersonSchema),
    next: nextSchema,
  }),
  v.object({
    type: v.literal('conversations'),
    conversations: v.array(conversationSummarySchema),
    lastLines: v.array(lastLineSchema),
    people: v.array(publicPersonSchema),
  }),
  /** Replaces the snapshot if the replay buffer holds every missed event. */
  v.object({
    type: v.literal('resumed'),
    ...ownStateEntries,
    events: v.array(eventSchema),
  }),
  /** `number` is that of the last event. The counts are those after it. */
  v.object({
    type: v.literal('events'),
    epoch: v.string(),
    number: v.number(),
    events: v.array(eventSchema),
    ...countsEntries,
  }),
  v.object({
    type: v.literal('page'),
    people: v.array(publicPersonSchema),
    next: nextSchema,
  }),
  v.object({
    type: v.literal('found'),
    asked: v.string(),
    people: v.array(publicPersonSchema),
  }),
  /** Oldest first. `hasMore`: more follow after `after`, or else come before the first one. */
  v.object({
    type: v.literal('history'),
    ...askedHistoryEntries,
    messages: v.array(messageSchema),
    hasMore: v.boolean(),
  }),
  /** The page answers at once with `confirm` and the token, on the same socket. */
  v.object({ type: v.literal('checkpoint'), token: v.string() }),
  v.object({ type: v.literal('stored'), message: messageSchema }),
  /** Sent to the receiver's sockets and the sender's other ones. `unread` is that of the addressee. */
  v.object({
    type: v.literal('message'),
    message: messageSchema,
    unread: v.number(),
    /** The reader has folded the conversation: only an open conversation shows the message. */
    folded: v.exactOptional(v.literal(true)),
  }),
  /** Sent to the sockets of the person who folded the conversation. */
  v.object({ type: v.literal('folded'), personId: v.string() }),
  /** The partner writes. May be lost, and ends by itself. */
  v.object({ type: v.literal('typing'), personId: v.string() }),
  v.object({
    type: v.literal('read'),
    personId: v.string(),
    through: v.number(),
    unread: v.number(),
  }),
  /** One of the two has blocked the other: neither sees the other now. The frame hides who did it. */
  v.object({ type: v.literal('conversationEnded'), personId: v.string() }),
  /** Sent only to the sockets of the person who made the call for help. Null once it is gone. */
  v.object({ type: v.literal('help'), help: v.nullable(ownHelpSchema) }),
  /** `id` is null if the refused frame had no readable id. `asked` repeats a refused `history`. */
  v.object({
    type: v.literal('refused'),
    id: v.nullable(v.string()),
    asked: v.exactOptional(v.object(askedHistoryEntries)),
    reason: v.picklist(REFUSALS),
    detail: v.optional(v.string()),
  }),
  v.object({
    type: v.literal('ended'),
    reason: v.picklist(END_REASONS),
    erased: erasedSchema,
  }),
])
export type ServerMessage = v.InferOutput<typeof serverMessageSchema>
