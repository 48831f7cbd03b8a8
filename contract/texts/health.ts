import { TIMINGS } from '../timings.ts'

const STOPS_WITHIN_S = TIMINGS.siteStateAskedEveryMs / 1_000

/** "Saúde do sistema": administrators see which services answer. */
export const healthTexts = {
  title: 'Saúde do sistema',
  refresh: 'Atualizar',

  now: 'Agora',
  checking: 'Verificando...',
  allWell: 'Tudo responde.',
  someSlow: 'Tudo responde, mas devagar.',
  someFailed: 'Nem tudo responde.',
  worker: 'Site',
  workerHint: 'Daqui até ele e de volta',
  room: 'Salas dos bares',
  roomHint: 'Uma sala que nada guarda',
  database: 'Banco de dados (D1)',
  databaseHint: 'Bares, contas e números',
  bucket: 'Imagens (R2)',
  bucketHint: 'Uma pergunta, sem gravar nada',
  well: 'Bem',
  slow: 'Lento',
  failed: 'Sem resposta',

  system: 'Sistema',
  version: 'Versão',
  migration: 'Última migração',
  sweep: 'Última limpeza',
  sweepNever: 'Ainda não rodou. Ela roda uma vez por hora.',
  sweepLate: 'Está atrasada: roda uma vez por hora.',
  clock: 'Relógio do banco',
  clockRight: 'Certo',
  clockOff: (seconds: number) =>
    `${Math.abs(seconds).toLocaleString('pt-BR')} s ${seconds > 0 ? 'adiantado' : 'atrasado'}`,
  unknown: 'O banco de dados não respondeu.',
} as const

/** "Parada geral" stops entrances to all bars. */
export const stopTexts = {
  title: 'Parada geral',
  hint: `As entradas param em até ${STOPS_WITHIN_S} segundos, e quem já está dentro continua conversando.`,
  isStopped: 'As entradas estão paradas em todos os bares.',
  stop: 'Ninguém novo entra em nenhum bar',
  save: 'Aplicar agora',
  saved: 'Aplicado',
  savedDetail: `As entradas mudam em até ${STOPS_WITHIN_S} segundos.`,
  failed: 'Não foi possível aplicar. Tente novamente.',
  loadFailed: 'Não foi possível ler a parada geral.',
} as const

export function milliseconds(ms: number): string {
  return `${ms.toLocaleString('pt-BR')} ms`
}

export function sweepFailed(parts: number): string {
  return parts === 1
    ? '1 parte falhou e roda de novo.'
    : `${parts} partes falharam e rodam de novo.`
}
