import type { ReportReason } from '../reports.ts'

/** The form shows the reasons in this order. */
export const REASON_NAMES: Record<ReportReason, string> = {
  harassment: 'Assédio',
  fake_profile: 'Perfil falso',
  indecent_photo: 'Foto imprópria',
  insult: 'Ofensa',
  looks_underage: 'Parece menor de idade',
  other: 'Outro',
}
