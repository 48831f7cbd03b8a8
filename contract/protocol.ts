/**
 * The live connection between a patron's page and the room of a bar: both unions, the version and
 * the close codes. docs/protocol.md numbers the rules. Client messages are requests, server
 * messages are facts.
 */
import * as v from 'valibot'
import { idSchema } from './id.ts'
import { messageSchema, messageTextSchema } from './message.ts'
import { ownPersonSchema, publicPersonSchema } from './person.ts'

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
  /** The profile was recovered by phone on another device, and its maker is back. */
  takenBack: 4007,
  barFull: 4100,
  overloaded: 4101,
  frameTooBig: 4110,
  resync: 4200,
  /** From the client: the page is being closed. */
  pageClosed: 3000,
} as const
export type CloseName = keyof typeof CLOSE

export function isFinalClose(code: number): boolean {
  return code >= 4000 && code < 4100
}

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
] as const
export type Refusal = (typeof REFUSALS)[number]

// From the client. Strict: an unknown type or key is a strike.

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

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
])
export type ClientMessage = v.InferOutput<typeof clientMessageSchema>

// From the server. The client drops types and keys that it does not know.

const factSchema = v.variant('kind', [
  v.object({ kind: v.literal('entered'), person: publicPersonSchema }),
  v.object({ kind: v.literal('changed'), person: publicPersonSchema }),
  v.object({ kind: v.literal('presence'), personId: v.string(), online: v.boolean() }),
  v.object({ kind: v.literal('left'), personId: v.string(), name: v.string() }),
])
/** Something that happened to a person of the room. */
export type Fact = v.InferOutput<typeof factSchema>

const erasedSchema = v.object({ profiles: v.number(), photos: v.number(), messages: v.number() })
export type Erased = v.InferOutput<typeof erasedSchema>

const conversationSummarySchema = v.object({
  personId: v.string(),
  unread: v.number(),
  /** Since when the partner is here through another device; null where they are not. */
  otherDeviceSince: v.nullable(v.number()),
})

export const serverMessageSchema = v.variant('type', [
  /** The first frame of every socket. Facts that follow it have higher numbers in its epoch. */
  v.object({
    type: v.literal('snapshot'),
    epoch: v.string(),
    number: v.number(),
    you: ownPersonSchema,
    people: v.array(publicPersonSchema),
    conversations: v.array(conversationSummarySchema),
    leavingEndsAt: v.nullable(v.number()),
  }),
  /** `number` is that of the last fact in the frame. */
  v.object({
    type: v.literal('facts'),
    epoch: v.string(),
    number: v.number(),
    facts: v.array(factSchema),
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
  }),
  /** The partner of a conversation came back through another device, or its maker did (null). */
  v.object({
    type: v.literal('otherDevice'),
    personId: v.string(),
    since: v.nullable(v.number()),
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
