/** The live board: the counts of all bars for administrators, and the answer to a poll. */
import * as v from 'valibot'
import { boardHelpSchema } from './help.ts'
import { interestSchema } from './interest.ts'

export const MONITOR_SUBPROTOCOL = 'brinde-monitor.v3'

/** The only view of other people that includes a part of their phone. */
export const monitoredPersonSchema = v.object({
  id: v.string(),
  name: v.string(),
  /** Masked. */
  phone: v.nullable(v.string()),
  table: v.string(),
  photo: v.nullable(v.string()),
  interest: v.nullable(interestSchema),
  online: v.boolean(),
  /** Absent until a first connection was lost. */
  lastSeen: v.optional(v.number()),
  enteredAt: v.number(),
})
export type MonitoredPerson = v.InferOutput<typeof monitoredPersonSchema>

/** People online, and people in all. */
const countSchema = v.tuple([v.number(), v.number()])
export type BarCount = v.InferOutput<typeof countSchema>

/** Differs when the list of bars may have changed. */
const barListSchema = v.string()

/** Keyed by bar ID. Bars without people are missing. */
const countsSchema = v.record(v.string(), countSchema)
export type BarCounts = v.InferOutput<typeof countsSchema>

/** Numbers by bar ID. Bars without any are missing, but in changes. */
const waitingCountsSchema = v.optional(v.record(v.string(), v.number()), {})
export type WaitingCounts = v.InferOutput<typeof waitingCountsSchema>

const countedSchema = v.object({
  barList: barListSchema,
  counts: countsSchema,
  /** Unresolved calls for help. */
  calls: waitingCountsSchema,
  /** Open reports. */
  reports: waitingCountsSchema,
})
/** The monitor tells this of all bars, and in changes of those that changed. */
export type Counted = v.InferOutput<typeof countedSchema>

/** Lists the bars whose numbers differ, each once. */
export function listDiffering(before: WaitingCounts, after: WaitingCounts): string[] {
  const barIds = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...barIds].filter((barId) => before[barId] !== after[barId])
}

/**
 * Somebody is online, and no owner or staff of the bar, besides the reader, has a board of it open. Told to
 * owners and administrators alone.
 */
export const unattendedSchema = v.optional(v.boolean())

/** The state that a section's socket would have sent. */
const boardStateSchema = v.object({
  barId: v.string(),
  people: v.array(monitoredPersonSchema),
  /** The unresolved calls for help. */
  help: v.array(boardHelpSchema),
  /** Differs when the list of reports may have changed. */
  reports: v.string(),
  isUnattended: unattendedSchema,
})
export type BoardState = v.InferOutput<typeof boardStateSchema>

export const monitorBoardSchema = v.object({
  /** The ETag of this answer, for the next request. */
  tag: v.string(),
  /** Without `counts` and `barList` the monitor did not answer, and no number here is known. */
  ...v.partial(countedSchema, ['barList', 'counts']).entries,
  /** The bars that the request names. */
  rooms: v.array(boardStateSchema),
})
export type MonitorBoard = v.InferOutput<typeof monitorBoardSchema>

/** `number` counts the socket's frames from 1. After a gap the page reconnects. */
export const monitorMessageSchema = v.variant('type', [
  v.object({
    type: v.literal('snapshot'),
    number: v.number(),
    ...countedSchema.entries,
  }),
  v.object({
    type: v.literal('changes'),
    number: v.number(),
    /** The new numbers of the bars that changed. */
    ...countedSchema.entries,
  }),
  /** A heartbeat. */
  v.object({ type: v.literal('still'), number: v.number() }),
])
export type MonitorMessage = v.InferOutput<typeof monitorMessageSchema>
export type MonitorChanges = Extract<MonitorMessage, { type: 'changes' }>
