/**
 * The administrators' live board: what the monitor sends over its one socket, and what a poll
 * answers while that socket is down. docs/protocol.md, rule 10.
 */
import * as v from 'valibot'
import { interestSchema } from './interest.ts'

export const MONITOR_SUBPROTOCOL = 'brinde-monitor.v1'

/** A customer as administrators see them: the one view with a phone. */
const monitoredPersonSchema = v.object({
  id: v.string(),
  name: v.string(),
  phone: v.nullable(v.string()),
  table: v.string(),
  photo: v.nullable(v.string()),
  /** Null where the person chose not to show it. */
  interest: v.nullable(interestSchema),
  online: v.boolean(),
  /** When an offline person was last connected, milliseconds since 1970. */
  lastSeen: v.number(),
  revision: v.number(),
})
export type MonitoredPerson = v.InferOutput<typeof monitoredPersonSchema>

const roomStateSchema = v.object({ barId: v.string(), people: v.array(monitoredPersonSchema) })
/** Everybody who has a profile in one bar. */
export type RoomState = v.InferOutput<typeof roomStateSchema>

/** `BARID:person`: ids of people are unique within a bar only. */
const personKeySchema = v.string()

/** Counts the changes of the bars themselves that an epoch has seen; 0 from a monitor that counted none. */
const registerSchema = v.optional(v.number(), 0)

/** What changed since the frame before, the newest state of each person only. */
const changesEntries = {
  epoch: v.string(),
  /** Counts the frames of one epoch, the snapshot's included: a gap means that one was lost. */
  number: v.number(),
  /** Server's clock; the `lastSeen` of those who went offline. */
  at: v.number(),
  /** Bars that were read anew as a whole: nobody of these has just come or gone. */
  rooms: v.array(roomStateSchema),
  entered: v.array(v.object({ barId: v.string(), person: monitoredPersonSchema })),
  changed: v.array(v.object({ barId: v.string(), person: monitoredPersonSchema })),
  online: v.array(personKeySchema),
  offline: v.array(personKeySchema),
  left: v.array(v.object({ key: personKeySchema, name: v.string() })),
  register: registerSchema,
}
/** The whole board at one moment: bars that have people. A poll answers with it. */
export const monitorBoardSchema = v.object({
  epoch: v.string(),
  number: v.number(),
  rooms: v.array(roomStateSchema),
  register: registerSchema,
})
export type MonitorBoard = v.InferOutput<typeof monitorBoardSchema>

/** Names one state of the board: the ETag of a poll, without its quotes. */
export function toBoardTag({ epoch, number }: Pick<MonitorBoard, 'epoch' | 'number'>): string {
  return `${epoch}-${number}`
}

export const monitorMessageSchema = v.variant('type', [
  v.object({ type: v.literal('snapshot'), ...monitorBoardSchema.entries }),
  v.object({ type: v.literal('changes'), ...changesEntries }),
  /** What the board should hold by now; who holds something else asks for a new snapshot. */
  v.object({
    type: v.literal('digest'),
    epoch: v.string(),
    number: v.number(),
    people: v.number(),
    hash: v.number(),
  }),
])
export type MonitorMessage = v.InferOutput<typeof monitorMessageSchema>
export type MonitorChanges = Extract<MonitorMessage, { type: 'changes' }>

/** Names a person across bars. */
export function toPersonKey(barId: string, personId: string): string {
  return `${barId}:${personId}`
}

/** The way back from `toPersonKey`. */
export function fromPersonKey(key: string): { barId: string; personId: string } {
  const [barId = '', personId = ''] = key.split(':')
  return { barId, personId }
}

/**
 * One person's part of a digest (FNV-1a over key, revision and presence). Parts are added modulo
 * 2^32, so that order does not matter and a change costs one subtraction and one addition.
 */
export function hashPerson(
  key: string,
  person: Pick<MonitoredPerson, 'revision' | 'online'>,
): number {
  let hash = 0x811c9dc5
  const text = `${key}:${person.revision}:${person.online ? 1 : 0}`
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

/** With one more part, modulo 2^32. */
export function addHashes(one: number, other: number): number {
  return (one + other) >>> 0
}

/** Without a part that `addHashes` has put in. */
export function subtractHashes(one: number, other: number): number {
  return (one - other) >>> 0
}
