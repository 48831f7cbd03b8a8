import * as v from 'valibot'

export const STATES = [
  'AC',
  'AL',
  'AP',
  'AM',
  'BA',
  'CE',
  'DF',
  'ES',
  'GO',
  'MA',
  'MT',
  'MS',
  'MG',
  'PA',
  'PB',
  'PR',
  'PE',
  'PI',
  'RJ',
  'RN',
  'RS',
  'RO',
  'RR',
  'SC',
  'SP',
  'SE',
  'TO',
] as const
export type State = (typeof STATES)[number]
export const stateSchema = v.picklist(STATES)

const TIME_ZONES: Partial<Record<string, string>> = {
  AC: 'America/Rio_Branco',
  AM: 'America/Manaus',
  MS: 'America/Campo_Grande',
  MT: 'America/Cuiaba',
  RO: 'America/Porto_Velho',
  RR: 'America/Boa_Vista',
}

/** Returns the time zone of most of the state, and that of Brasília for an unknown state. */
export function timeZoneOf(state: string | null): string {
  return TIME_ZONES[state ?? ''] ?? 'America/Sao_Paulo'
}
