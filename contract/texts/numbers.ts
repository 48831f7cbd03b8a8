/** The statistics of a bar. */
export const numbersTexts = {
  title: 'Números da noite',
  tonight: 'Esta noite',
  peak: 'Pico de pessoas online',
  visits: 'Visitas',
  nightHint: 'Cada noite vai do meio-dia ao meio-dia, no horário do bar.',
  lastDay: 'Pessoas online nas últimas 24 horas',
  week: 'Últimas quatro semanas',
  weekHint: 'Média do pico de pessoas online, por noite da semana e hora.',
  inNumbers: 'Ver em números',
  download: 'Baixar CSV',
  fileHead: {
    night: 'Noite de',
    date: 'Data',
    hour: 'Hora',
    peak: 'Pico de pessoas online',
    visits: 'Visitas',
  },
  hour: 'Hora',
  people: 'Pessoas',
  night: 'Noite',
  nobody: 'Ninguém esteve online nas últimas 24 horas.',
  nobodyEver: 'Ainda não há números das últimas quatro semanas.',
  failed: 'Não foi possível carregar os números.',
} as const

export const WEEKDAYS = ['Seg', 'Ter', 'Qua', 'Qui', 'Sex', 'Sáb', 'Dom'] as const
const WEEKDAY_NAMES = [
  'segunda',
  'terça',
  'quarta',
  'quinta',
  'sexta',
  'sábado',
  'domingo',
] as const

export function clockLabel(clock: number): string {
  return `${clock}h`
}

function peopleCount(count: number): string {
  return count === 1 ? '1 pessoa' : `${count} pessoas`
}

/** Describes the line chart of the last day for screen readers. */
export function lastDaySummary(peak: number, clock: number, now: number): string {
  return `${numbersTexts.lastDay}: pico de ${peopleCount(peak)} às ${clockLabel(clock)}, ${peopleCount(now)} na hora atual.`
}

/** Describes the heat map of the weeks for screen readers. */
export function weekSummary(weekday: number, clock: number, average: string): string {
  return `Hora mais cheia: noite de ${WEEKDAY_NAMES[weekday]}, às ${clockLabel(clock)}, com ${average} pessoas em média.`
}
