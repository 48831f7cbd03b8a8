/** A call for help of one person. docs/protocol.md, rule 13. */
import * as v from 'valibot'
import { idSchema } from './id.ts'

/** "Alguém está me incomodando", "Passei mal", "Quero sair em segurança". */
export const HELP_KINDS = ['harassed', 'unwell', 'leaving'] as const
export type HelpKind = (typeof HELP_KINDS)[number]

/** What the staff say: "A caminho", "Resolvido". */
export const HELP_ANSWERS = ['coming', 'resolved'] as const
export type HelpAnswer = (typeof HELP_ANSWERS)[number]

const kindSchema = v.picklist(HELP_KINDS)

/** As who called sees it. */
export const ownHelpSchema = v.object({
  id: v.string(),
  kind: kindSchema,
  state: v.picklist(['open', ...HELP_ANSWERS]),
  /** A board that was visible has answered that it shows the call and rings. */
  isSeen: v.boolean(),
  ageMs: v.number(),
})
export type OwnHelp = v.InferOutput<typeof ownHelpSchema>

/** The page mints the id: a repeated request makes one call. */
export const helpRequestSchema = v.strictObject({ id: idSchema, kind: kindSchema })
export type HelpRequest = v.InferOutput<typeof helpRequestSchema>

export const helpWithdrawalSchema = v.strictObject({ id: idSchema })

/** A request that is answered with the call as it stands; null: there is none any more. */
export const helpStateSchema = v.object({ help: v.nullable(ownHelpSchema) })

/** As the staff see it. A resolved call is on no board. */
export const boardHelpSchema = v.object({
  id: v.string(),
  kind: kindSchema,
  /** `withdrawn`: "Já estou bem". It stays until the staff close it. */
  state: v.picklist(['open', 'coming', 'withdrawn']),
  ageMs: v.number(),
  personId: v.string(),
  name: v.string(),
  table: v.string(),
  photo: v.nullable(v.string()),
})
export type BoardHelp = v.InferOutput<typeof boardHelpSchema>

/** An answer of the staff is answered with the call as it stands; null: it is closed. */
export const boardHelpStateSchema = v.object({ help: v.nullable(boardHelpSchema) })

/** Why a call is on no board any more. */
export const HELP_ENDS = ['resolved', 'visitEnded'] as const
export type HelpEnd = (typeof HELP_ENDS)[number]

/** To boards. */
export const helpFrames = [
  v.object({ type: v.literal('help'), help: boardHelpSchema }),
  v.object({
    type: v.literal('helpEnded'),
    personId: v.string(),
    id: v.string(),
    why: v.picklist(HELP_ENDS),
  }),
] as const
export type HelpFrame = v.InferOutput<(typeof helpFrames)[number]>

/** From a board's page: this call stands on its screen. `rings`: its sound runs, too. */
export const helpShownSchema = v.strictObject({
  type: v.literal('helpShown'),
  personId: idSchema,
  id: idSchema,
  rings: v.boolean(),
})
export type HelpShown = v.InferOutput<typeof helpShownSchema>

/** `shown`: `helpShown` of a page without a socket; it rings. */
export const helpAnswerSchema = v.strictObject({
  id: idSchema,
  answer: v.picklist([...HELP_ANSWERS, 'shown']),
})
export type HelpAnswerRequest = v.InferOutput<typeof helpAnswerSchema>

/** Where somebody calls who does not want to wait for the bar. */
export const EMERGENCY_NUMBERS = ['190', '180'] as const
export const AMBULANCE_NUMBER = '192'
