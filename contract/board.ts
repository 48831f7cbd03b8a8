/** A bar's section of the board: a socket of its room. docs/protocol.md, rule 10. */
import * as v from 'valibot'
import { boardHelpSchema, helpFrames } from './help.ts'
import { monitoredPersonSchema, unattendedSchema } from './monitor.ts'

export const BOARD_SUBPROTOCOL = 'brinde-board.v2'

/** The last arrival or departure in a bar. `at`: milliseconds since 1970. */
const lastMoveSchema = v.object({ name: v.string(), hasLeft: v.boolean(), at: v.number() })
export type LastMove = v.InferOutput<typeof lastMoveSchema>

const numbers = {
  online: v.number(),
  total: v.number(),
  /** Missing if nobody has come or left since the last frame. The first frame has the newest person. */
  lastMove: v.optional(lastMoveSchema),
  isUnattended: unattendedSchema,
}

const frameSchema = v.variant('type', [
  /** The first frame: everybody, and the unresolved calls for help in the order of `compareCalls`. */
  v.object({
    type: v.literal('people'),
    people: v.array(monitoredPersonSchema),
    help: v.array(boardHelpSchema),
    isUnattended: unattendedSchema,
  }),
  v.object({
    type: v.literal('changes'),
    /** New or changed. */
    people: v.array(monitoredPersonSchema),
    /** No longer shown, whether they left or not. */
    gone: v.array(v.string()),
    /** Ids of those in `people` who have just come. */
    entered: v.array(v.string()),
    left: v.array(v.object({ id: v.string(), name: v.string() })),
    isUnattended: unattendedSchema,
  }),
  /** The first frame of a folded section. */
  v.object({ type: v.literal('summary'), ...numbers, help: v.array(boardHelpSchema) }),
  /** A folded section hears these instead of `changes`. */
  v.object({ type: v.literal('counts'), ...numbers }),
  /** There is a new report, or one was closed: the page asks for the list. */
  v.object({ type: v.literal('reports') }),
  /** Codes are being guessed: the page asks for the code's view. */
  v.object({ type: v.literal('codeTries') }),
  ...helpFrames,
])
export type BoardFrame = v.InferOutput<typeof frameSchema>
export type BoardChanges = Extract<BoardFrame, { type: 'changes' }>
export type BoardNumbers = Omit<Extract<BoardFrame, { type: 'counts' }>, 'type'>

/** `number` counts the frames of one socket from 1. After a gap the page reconnects. */
export const boardMessageSchema = v.intersect([v.object({ number: v.number() }), frameSchema])
export type BoardMessage = v.InferOutput<typeof boardMessageSchema>
