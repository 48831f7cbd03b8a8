import { DAY_MS } from '../durations.ts'

/** Shown to an account after a sign-in from a new device. */
export const newDeviceTexts = {
  notYou: 'Não foi você?',
  change: 'Troque a senha.',
} as const

/** "Entrada de um aparelho novo, ontem às 22:14." */
export function newDeviceAt(at: number, now: number): string {
  const time = new Date(at).toLocaleTimeString('pt-BR', { timeStyle: 'short' })
  return `Entrada de um aparelho novo, ${dayOf(at, now)} às ${time}.`
}

function dayOf(at: number, now: number): string {
  const day = (moment: number) => new Date(moment).toLocaleDateString('pt-BR')
  if (day(at) === day(now)) return 'hoje'
  if (day(at) === day(now - DAY_MS)) return 'ontem'
  return `em ${new Date(at).toLocaleDateString('pt-BR', { day: 'numeric', month: 'long' })}`
}
