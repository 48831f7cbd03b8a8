/** The administrators' live board, over a socket or by polling. docs/protocol.md, rule 10. */
import * as v from 'valibot'
import { interestSchema } from './interest.ts'

export const MONITOR_SUBPROTOCOL = 'brinde-monitor.v1'

/** The only view of other people with something of their phone. */
export const monitoredPersonSchema = v.object({
  id: v.string(),
  name: v.string(),
  /** Masked. */
  phone: v.nullable(v.string()),
  table: v.string(),
  photo: v.nullable(v.string()),
  interest: v.nullable(interestSchema),
  online: v.boolean(),
  lastSeen: v.number(),
  revision: v.number(),
})
export type MonitoredPerson = v.InferOutput<typeof monitoredPersonSchema>

const roomStateSchema = v.object({ barId: v.string(), people: v.array(monitoredPersonSchema) })
export type RoomState = v.InferOutput<typeof roomStateSchema>

/** `BARID:person`. Ids of people are unique within one bar only. */
const personKeySchema = v.string()

const barListVersionSchema = v.optional(v.number(), 0)

const changesEntries = {
  epoch: v.string(),
  /** Counts the frames of one epoch, snapshots included. A gap means a lost frame. */
  number: v.number(),
  at: v.number(),
  /** Bars replaced as a whole: no arrivals or departures follow from them. */
  rooms: v.array(roomStateSchema),
  entered: v.array(v.object({ barId: v.string(), person: monitoredPersonSchema })),
  changed: v.array(v.object({ barId: v.string(), person: monitoredPersonSchema })),
  online: v.array(personKeySchema),
  offline: v.array(personKeySchema),
  left: v.array(v.object({ key: personKeySchema, name: v.string() })),
  barListVersion: barListVersionSchema,
}
export const monitorBoardSchema = v.object({
  epoch: v.string(),
  number: v.number(),
  rooms: v.array(roomStateSchema),
  barListVersion: barListVersionSchema,
  /** Of a board of one account's bars; that of all bars is named by epoch and number. */
  tag: v.exactOptional(v.string()),
})
export type MonitorBoard = v.InferOutput<typeof monitorBoardSchema>

export function toBoardTag(board: Pick<MonitorBoard, 'epoch' | 'number' | 'tag'>): string {
  return board.tag ?? `${board.epoch}-${board.number}`
}

export const monitorMessageSchema = v.variant('type', [
  v.object({ type: v.literal('snapshot'), ...monitorBoardSchema.entries }),
  v.object({ type: v.literal('changes'), ...changesEntries }),
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

export function toPersonKey(barId: string, personId: string): string {
  return `${barId}:${personId}`
}

export function fromPersonKey(key: string): { barId: string; personId: string } {
  const [barId = '', personId = ''] = key.split(':')
  return { barId, personId }
}

/** FNV-1a. Parts are added modulo 2^32, so that their order does not matter. */
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

export function addHashes(one: number, other: number): number {
  return (one + other) >>> 0
}

export function subtractHashes(one: number, other: number): number {
  return (one - other) >>> 0
}
