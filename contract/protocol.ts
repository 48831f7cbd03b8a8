/**
 * The live connection between a patron's page and the room of a bar: both unions, the version and
 * the close codes. docs/protocol.md numbers the rules. Client messages are requests, server
 * messages are events.
 */
import * as v from 'valibot'
import { idSchema } from './id.ts'
import { LIMITS } from './limits.ts'
import { messageSchema, messageTextSchema } from './message.ts'
import { ownPersonSchema, publicPersonSchema } from './person.ts'
import { isSmall } from './plain-text.ts'

/** The subprotocol that the server selects. The client offers it first and its secret second. */
export const SUBPROTOCOL = 'brinde.v1'

/** Sent by the client and answered by the platform itself, without waking the room. */
export const PING = 'ping'
export const PONG = 'pong'

/** 4000-4099 are final, 4100-4199 mean back off, 4200-4299 reconnect at once. */
export const CLOSE = {
  visitEnded: 4000,
  tooManySockets: 4001,
  unknownVisit: 4002,
  expiredSecret: 4003,
  wrongVersion: 4004,
  misbehaved: 4005,
  /** An administrator's session is over; the monitor's sockets only. */
  sessionEnded: 4006,
  barFull: 4100,
  overloaded: 4101,
  /** Too many frames that the client has not confirmed; it resumes where it stopped. */
  slowReader: 4109,
  frameTooBig: 4110,
  /** Not heard for too long; a page that sleeps and wakes finds this and comes back. */
  silent: 4201,
  /** From the client: the page is being closed. */
  pageClosed: 3000,
} as const
export type CloseName = keyof typeof CLOSE

/** The page must not connect again by itself. */
export function isFinalClose(code: number): boolean {
  return code >= 4000 && code < 4100
}

/** The page connects again at once, without backing off. */
export function isImmediateClose(code: number): boolean {
  return code >= 4200 && code < 4300
}

/** Why a visit ended; `closed`: the bar is no more. */
export const END_REASONS = ['left', 'expired', 'removed', 'closed'] as const
export type EndReason = (typeof END_REASONS)[number]

/** Why the room did not do what a frame asked. */
export const REFUSALS = [
  'invalid_frame',
  'person_not_found',
  'person_offline',
  'own_self',
  'leaving',
  'rate_limited',
  'internal',
  'storage_full',
] as const
export type Refusal = (typeof REFUSALS)[number]

/**
 * Of a frame, as far as this page knows the words. `storage_full`, and whatever comes after it, is the
 * `detail` of a reason that every page knows: of one with another `reason` a page would drop the
 * frame, and its message be on its way for ever.
 */
export function reasonOf(frame: { reason: Refusal; detail?: string | undefined }): Refusal {
  return REFUSALS.find((known) => known === frame.detail) ?? frame.reason
}

// From the client. Strict: an unknown type or key is a strike.

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** Where a page that comes back stopped: the last event that it knows, of which wake of the room. */
export const resumePointSchema = v.strictObject({
  epoch: v.pipe(v.string(), v.maxLength(36)),
  number: count,
})
export type ResumePoint = v.InferOutput<typeof resumePointSchema>

/**
 * The last person of a page, and whether they stood among the online ones, who come first. Never a
 * text that somebody typed.
 */
const cursorSchema = v.strictObject({ id: idSchema, online: v.boolean() })

const searchTextSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.check((text) => isSmall(text, LIMITS.nameText)),
)

export const saySchema = v.strictObject({
  type: v.literal('say'),
  /** Minted by the client; the same id within the last 256 messages gets the first answer. */
  id: idSchema,
  to: idSchema,
  text: messageTextSchema,
})

export const clientMessageSchema = v.variant('type', [
  saySchema,
  /** The conversation with `personId` was seen up to and including message `through`. */
  v.strictObject({ type: v.literal('read'), personId: idSchema, through: count }),
  v.strictObject({ type: v.literal('hidden') }),
  v.strictObject({ type: v.literal('visible') }),
  /** How many frames have come over this socket so far, pongs not counted. */
  v.strictObject({ type: v.literal('confirm'), frames: count }),
  /** The people after the last one's `next`; the first ones where that is null or has left. */
  v.strictObject({ type: v.literal('page'), after: v.nullable(cursorSchema) }),
  /** People whose name has this in it. */
  v.strictObject({ type: v.literal('search'), text: searchTextSchema }),
  /** One person, of whom the page knows no more than the id. */
  v.strictObject({ type: v.literal('find'), personId: idSchema }),
])
export type ClientMessage = v.InferOutput<typeof clientMessageSchema>

// From the server. The client drops types and keys that it does not know. No text has a maximum
// length here: a stored text must not keep a page from reading a frame.

const nextSchema = v.nullable(v.object({ id: v.string(), online: v.boolean() }))
/** Where the next page of people begins. */
export type PeopleCursor = NonNullable<v.InferOutput<typeof nextSchema>>

const eventSchema = v.variant('kind', [
  v.object({ kind: v.literal('entered'), person: publicPersonSchema }),
  v.object({ kind: v.literal('changed'), person: publicPersonSchema }),
  /** Somebody went offline or came online. Whole, for pages that never loaded them. */
  v.object({ kind: v.literal('presence'), person: publicPersonSchema }),
  v.object({ kind: v.literal('left'), personId: v.string(), name: v.string() }),
  /** An offline person is not listed any more. Whoever has a conversation with them keeps it. */
  v.object({ kind: v.literal('aside'), personId: v.string() }),
])
/** Something that happened to a person of the room. */
export type RoomEvent = v.InferOutput<typeof eventSchema>

/** Everybody in the bar, oneself included, and how many of them are online. */
const countsEntries = { total: v.number(), online: v.number() }

const erasedSchema = v.object({ profiles: v.number(), photos: v.number(), messages: v.number() })
export type Erased = v.InferOutput<typeof erasedSchema>

const conversationSummarySchema = v.object({ personId: v.string(), unread: v.number() })

const lastLineSchema = v.object({
  /** The beginning of the newest message, as one line. */
  text: v.string(),
  isOwn: v.boolean(),
  at: v.number(),
})
/** How a conversation ends for now. */
export type LastLine = v.InferOutput<typeof lastLineSchema>

/** Whose profile was made so long ago, no longer than `TIMINGS.newcomerMs`. */
const newcomerSchema = v.object({ personId: v.string(), ageMs: v.number() })
export type Newcomer = v.InferOutput<typeof newcomerSchema>

/** What the first frame of a socket tells, whichever it is. */
const ownStateEntries = {
  epoch: v.string(),
  /** Of the last event that the frame takes into account. */
  number: v.number(),
  you: ownPersonSchema,
  /** The one with the newest message first. */
  conversations: v.array(conversationSummarySchema),
  /** Of the first conversations, in their order. */
  lastLines: v.array(lastLineSchema),
  /** The newest first. */
  newcomers: v.array(newcomerSchema),
  leavingEndsAt: v.nullable(v.number()),
  /** Since this person was here last, somebody else has entered with the same phone. Told once. */
  phoneUsed: v.exactOptional(v.literal(true)),
  ...countsEntries,
}

export const serverMessageSchema = v.variant('type', [
  /**
   * The first frame of a socket, and what replaces everything known of people: whom the last lines are
   * from, the newcomers and the first page of the others. `next` asks for the next page; null where
   * nobody is left.
   */
  v.object({
    type: v.literal('snapshot'),
    ...ownStateEntries,
    people: v.array(publicPersonSchema),
    next: nextSchema,
  }),
  /** Follows the first frame: more of its conversations, with whom they are. */
  v.object({
    type: v.literal('conversations'),
    conversations: v.array(conversationSummarySchema),
    lastLines: v.array(lastLineSchema),
    people: v.array(publicPersonSchema),
  }),
  /** The first frame instead of a snapshot, where it can be told exactly what was missed. */
  v.object({
    type: v.literal('resumed'),
    ...ownStateEntries,
    events: v.array(eventSchema),
  }),
  /** `number` is that of the last event in the frame. The counts are those after it. */
  v.object({
    type: v.literal('events'),
    epoch: v.string(),
    number: v.number(),
    events: v.array(eventSchema),
    ...countsEntries,
  }),
  /** Answers `page`: the people that follow in the order. */
  v.object({
    type: v.literal('page'),
    people: v.array(publicPersonSchema),
    next: nextSchema,
  }),
  /** Answers `search` and `find`; `asked` is the text or the id that was asked for. */
  v.object({
    type: v.literal('found'),
    asked: v.string(),
    people: v.array(publicPersonSchema),
  }),
  /** To the socket that said it: the message is stored. */
  v.object({ type: v.literal('stored'), message: messageSchema }),
  /** To the receiver's sockets and the sender's other ones. `unread` is the receiver's of this socket. */
  v.object({ type: v.literal('message'), message: messageSchema, unread: v.number() }),
  v.object({
    type: v.literal('read'),
    personId: v.string(),
    through: v.number(),
    unread: v.number(),
  }),
  /** `id` is that of the refused message; null where the frame had none that could be read. */
  v.object({
    type: v.literal('refused'),
    id: v.nullable(v.string()),
    reason: v.picklist(REFUSALS),
    detail: v.optional(v.string()),
  }),
  /** This visit is about to end at `endsAt`, or no longer (null). */
  v.object({ type: v.literal('leaving'), endsAt: v.nullable(v.number()) }),
  /** The last frame before the final close: what was erased. */
  v.object({
    type: v.literal('ended'),
    reason: v.picklist(END_REASONS),
    erased: erasedSchema,
  }),
])
export type ServerMessage = v.InferOutput<typeof serverMessageSchema>
