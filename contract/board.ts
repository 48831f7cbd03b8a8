/** A bar's section of the board: a socket of its room. docs/protocol.md, rule 10. */
import * as v from 'valibot'
import { boardHelpSchema, helpFrames } from './help.ts'
import { monitoredPersonSchema, unattendedSchema } from './monitor.ts'

export const BOARD_SUBPROTOCOL = 'brinde-board.v2'

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
  /** There is a new report, or one was closed: the page asks for the list. */
  v.object({ type: v.literal('reports') }),
  /** Somebody tries codes: the page asks for the code's view. */
  v.object({ type: v.literal('codeTries') }),
  ...helpFrames,
])
export type BoardFrame = v.InferOutput<typeof frameSchema>
export type BoardChanges = Extract<BoardFrame, { type: 'changes' }>

/** `number` counts the frames of one socket from 1. After a gap the page reconnects. */
export const boardMessageSchema = v.intersect([v.object({ number: v.number() }), frameSchema])
export type BoardMessage = v.InferOutput<typeof boardMessageSchema>
