import type { RemovalReason } from '../removals.ts'
import { REASON_NAMES } from './report-reasons.ts'

export const removalTexts = {
  reason: 'Motivo',
  reasonMissing: 'Escolha o motivo.',
} as const

/** The form shows the reasons in this order. */
export const REMOVAL_REASON_NAMES: Record<RemovalReason, string> = {
  harassment: REASON_NAMES.harassment,
  insult: REASON_NAMES.insult,
  indecent_photo: REASON_NAMES.indecent_photo,
  fake_profile: REASON_NAMES.fake_profile,
  looks_underage: REASON_NAMES.looks_underage,
  not_here: 'Não está no bar',
  other: REASON_NAMES.other,
}
