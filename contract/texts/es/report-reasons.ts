import type * as portuguese from '../report-reasons.ts'

export const REASON_NAMES: typeof portuguese.REASON_NAMES = {
  harassment: 'Acoso',
  fake_profile: 'Perfil falso',
  indecent_photo: 'Foto inapropiada',
  insult: 'Insulto',
  looks_underage: 'Parece menor de edad',
  other: 'Otro motivo',
}
