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

/** The other time zone of a state that has two: the west of Amazonas, Fernando de Noronha. */
export const SECOND_TIME_ZONES = { AM: 'America/Eirunepe', PE: 'America/Noronha' } as const
export const secondTimeZoneSchema = v.picklist(Object.values(SECOND_TIME_ZONES))
export type StateWithTwoZones = keyof typeof SECOND_TIME_ZONES

export const hasTwoZones = (state: string | null): state is StateWithTwoZones =>
  state !== null && state in SECOND_TIME_ZONES

/** A bar's choice of time zone: `timeZone` is null where it is that of most of the state. */
export interface ZonedBar {
  state: string | null
  timeZone: string | null
}

/** Returns the bar's time zone, that of Brasília for an unknown state. A zone of another state does not count. */
export function timeZoneOf({ state, timeZone }: ZonedBar): string {
  if (hasTwoZones(state) && timeZone === SECOND_TIME_ZONES[state]) return timeZone
  return TIME_ZONES[state ?? ''] ?? 'America/Sao_Paulo'
}
