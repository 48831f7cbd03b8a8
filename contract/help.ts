/** A call for help of one person. docs/protocol.md, rule 13. */
import * as v from 'valibot'
import { idSchema } from './id.ts'
import { LIMITS } from './limits.ts'

/** "Alguém está me incomodando", "Passei mal", "Quero sair em segurança". */
export const HELP_KINDS = ['harassed', 'unwell', 'leaving'] as const
export type HelpKind = (typeof HELP_KINDS)[number]

/** The buttons of the staff: "A caminho", "Resolvido". */
const HELP_ANSWERS = ['coming', 'resolved'] as const
export type HelpAnswer = (typeof HELP_ANSWERS)[number]

const kindSchema = v.picklist(HELP_KINDS)

/** A call for help, as the person who made it sees it. */
export const ownHelpSchema = v.object({
  id: v.string(),
  kind: kindSchema,
  state: v.picklist(['open', ...HELP_ANSWERS]),
  /** A visible board has confirmed that it shows the call and rings. */
  isSeen: v.boolean(),
  ageMs: v.number(),
})
export type OwnHelp = v.InferOutput<typeof ownHelpSchema>

/** The page mints the id: a repeated request makes one call. */
export const helpRequestSchema = v.strictObject({ id: idSchema, kind: kindSchema })
export type HelpRequest = v.InferOutput<typeof helpRequestSchema>

export const helpWithdrawalSchema = v.strictObject({ id: idSchema })

/** The answer to a request about the own call: its present state, or null if it is gone. */
export const helpStateSchema = v.object({ help: v.nullable(ownHelpSchema) })

/**
 * The order of calls on a board. `known`: at the call, the visit was older than ten minutes, or that of
 * a partner in an answered conversation was. `unjoined`: no socket has ever joined the visit.
 */
const HELP_RANKS = ['known', 'new', 'unjoined'] as const
export type HelpRank = (typeof HELP_RANKS)[number]

/** A call for help, as the staff see it. Boards do not show resolved calls. */
export const boardHelpSchema = v.object({
  id: v.string(),
  kind: kindSchema,
  /** `withdrawn`: "Já estou bem". It stays until the staff close it. */
  state: v.picklist(['open', 'coming', 'withdrawn']),
  rank: v.picklist(HELP_RANKS),
  /** Newcomers of its network have enough cards: boards fold it with others. */
  isFolded: v.boolean(),
  /** A visible board has confirmed that it shows the call and rings. */
  isSeen: v.boolean(),
  /** Names who pressed "A caminho", to the staff alone. Null before, and for an administrator. */
  helper: v.nullable(v.string()),
  ageMs: v.number(),
  personId: v.string(),
  name: v.string(),
  table: v.string(),
  photo: v.nullable(v.string()),
})
export type BoardHelp = v.InferOutput<typeof boardHelpSchema>

type Ordered = Pick<BoardHelp, 'id' | 'kind' | 'rank' | 'isFolded'> & {
  state: OwnHelp['state'] | BoardHelp['state'] | 'left'
  calledAt: number
}

const STATE_ORDER: readonly Ordered['state'][] = ['open', 'coming', 'withdrawn', 'left']

/** Sorts calls for help as boards show them. Folded calls follow the others of their rank. */
export function compareCalls(one: Ordered, other: Ordered): number {
  return (
    HELP_RANKS.indexOf(one.rank) - HELP_RANKS.indexOf(other.rank) ||
    Number(one.isFolded) - Number(other.isFolded) ||
    STATE_ORDER.indexOf(one.state) - STATE_ORDER.indexOf(other.state) ||
    Number(other.kind === 'unwell') - Number(one.kind === 'unwell') ||
    one.calledAt - other.calledAt ||
    (one.id < other.id ? -1 : 1)
  )
}

/** Names a call without an answer. */
export type OpenCall = Pick<BoardHelp, 'id' | 'personId'>

/** The answer to a button of the staff: the call's present state, or null if it is closed. */
export const boardHelpStateSchema = v.object({ help: v.nullable(boardHelpSchema) })

/** Why a call leaves the boards. */
const HELP_ENDS = ['resolved', 'visitEnded'] as const
export type HelpEnd = (typeof HELP_ENDS)[number]

/** The frames about calls for help that a room sends to its boards. */
export const helpFrames = [
  v.object({ type: v.literal('help'), help: boardHelpSchema }),
  v.object({
    type: v.literal('helpEnded'),
    personId: v.string(),
    id: v.string(),
    why: v.picklist(HELP_ENDS),
  }),
  /** A board has confirmed that it shows these calls and rings. */
  v.object({ type: v.literal('helpSeen'), ids: v.array(v.string()) }),
] as const

const shownIdsSchema = v.pipe(v.array(idSchema), v.minLength(1), v.maxLength(LIMITS.helpShownIds))

/** A board confirms that its screen shows these calls. `rings`: the sound is playing too. */
export const helpShownSchema = v.strictObject({
  type: v.literal('helpShown'),
  ids: shownIdsSchema,
  rings: v.boolean(),
})
export type HelpShown = v.InferOutput<typeof helpShownSchema>

/** A ringing board without a socket sends this in place of `helpShown`. */
export const helpShownRequestSchema = v.strictObject({ ids: shownIdsSchema })

export const helpAnswerSchema = v.strictObject({ id: idSchema, answer: v.picklist(HELP_ANSWERS) })

/** Police and the women's helpline of Brazil, for a person who does not want to wait for the bar. */
export const EMERGENCY_NUMBERS = ['190', '180'] as const
export const AMBULANCE_NUMBER = '192'
