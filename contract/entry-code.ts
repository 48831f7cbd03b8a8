import * as v from 'valibot'
import { toDense, toNumber } from './identifier.ts'

export const ENTRY_CODE_DIGITS = 6

/** Accepts what people copy: other scripts' digits, signs between them, words around. */
export const typedEntryCodeSchema = v.pipe(
  v.string(),
  v.maxLength(24),
  v.transform((typed) => toDense(toNumber(typed))),
  v.regex(/^\d{6}$/),
)

/** `hour`: the bar asks for the code during the next hour, even if the switch is off. */
const ENTRY_CODE_CHOICES = ['on', 'off', 'hour'] as const
export type EntryCodeChoice = (typeof ENTRY_CODE_CHOICES)[number]
export const entryCodeRequestSchema = v.strictObject({ ask: v.picklist(ENTRY_CODE_CHOICES) })

/** Whether codes are being guessed, and whether from the reader's own network. */
export const entryCodeTriesSchema = v.object({
  tries: v.nullable(v.picklist(['thisNetwork', 'elsewhere'])),
})
export type EntryCodeTries = v.InferOutput<typeof entryCodeTriesSchema>['tries']

/** The night's code as a board shows it. Times are milliseconds since 1970. */
export const entryCodeSchema = v.object({
  barName: v.string(),
  timeZone: v.string(),
  isOn: v.boolean(),
  /** The end of the hour in which the bar asks for the code although the switch is off. */
  until: v.nullable(v.number()),
  /** It is null while the bar asks for no code. */
  code: v.nullable(v.string()),
  /** The noon at which the code changes by itself. */
  changesAt: v.number(),
})
export type EntryCodeView = v.InferOutput<typeof entryCodeSchema>

/** "123456" as "123 456". */
export function inThrees(code: string): string {
  return `${code.slice(0, 3)} ${code.slice(3)}`
}
