/** The tools of the staff: the night's code, removed people, emptying the bar. */
export const staffTexts = {
  code: 'Código da noite',
  askForCode: 'Pedir o código a quem chega',
  codeOff: 'Ligue para que só entre quem está aí: o código fica no balcão ou com a equipe.',
  renew: 'Trocar código',
  triedHint: 'Troque o código: as tentativas recomeçam do zero.',
  renewed: 'Código trocado',
  renewedDetail: 'Quem já está dentro continua. O anterior não vale mais.',
  fullScreen: 'Tela cheia',
  another: 'Para não voltar com outro nome:',
  askForAnHour: 'Pedir o código da noite por 1 hora',
  stopAsking: 'Parar de pedir agora',
  switchFailed: 'Não foi possível mudar o código agora. Tente novamente.',

  removals: 'Remoções nas últimas 16 horas',
  nobodyRemoved: 'Nenhuma remoção.',
  letIn: 'Deixar voltar',
  letInDone: 'Pode voltar',
  letInFailed: 'Não foi possível desfazer agora. Tente novamente.',

  empty: 'Esvaziar o bar',
  emptyHint: 'Todas as visitas terminam agora. Ninguém fica impedido de entrar de novo.',
  emptied: 'Bar esvaziado',
  clearNetwork: 'Remover todos desta rede',
  networkHint: 'As visitas terminam agora. Ninguém fica impedido de entrar de novo.',
  networkCleared: 'Rede removida',
  clearFailed: 'Não foi possível fazer isso agora. Tente novamente.',
  nobodyInside: 'Não há ninguém no bar agora.',

  cancel: 'Cancelar',
  loadFailed: 'Não foi possível carregar. Tente novamente.',
  codeStale: 'Sem conexão. O código pode ter mudado.',
  notAsked: 'Este bar não pede código agora.',
  backToBoard: 'Voltar ao painel',
} as const

/** The name of the bar stands there where a board has several. */
export function codesTried(from: 'thisNetwork' | 'elsewhere', barName?: string): string {
  const place = barName === undefined ? '' : `${barName}: `
  return from === 'thisNetwork'
    ? `${place}Alguém desta rede está tentando códigos`
    : `${place}Alguém está tentando códigos`
}

export function peopleCount(count: number): string {
  return count === 1 ? '1 pessoa' : `${count} pessoas`
}

/** The time until which the code is valid. */
export function validUntil(time: string): string {
  return `Vale até ${time}`
}

export function askedUntil(time: string): string {
  return `O bar pede o código até ${time}.`
}

export function emptyQuestion(count: number): string {
  return count === 1
    ? 'Há 1 pessoa no bar. Esvaziar agora?'
    : `Há ${count} pessoas no bar. Esvaziar agora?`
}

export function emptyNow(count: number): string {
  return `Esvaziar: ${peopleCount(count)}`
}

export function networkQuestion(count: number): string {
  return `${peopleCount(count)} entraram por esta rede. Encerrar todas as visitas?`
}

export function clearNow(count: number): string {
  return `Remover ${peopleCount(count)}`
}

export function clearedDetail(count: number): string {
  return count === 1 ? '1 visita foi encerrada.' : `${count} visitas foram encerradas.`
}

/** The last clearing of the bar or of a network. */
export function lastCleared(time: string, count: number, by: string | null): string {
  const who = by === null ? '' : ` por ${by}`
  return `Visitas encerradas às ${time}${who}: ${peopleCount(count)}.`
}

export function removedAt(table: string, time: string): string {
  return `${table} · ${time}`
}

/** Label of the button for screen readers, with the person's name. */
export function letInLabel(name: string): string {
  return `${staffTexts.letIn}: ${name}`
}

export function letInDetail(name: string): string {
  return `${name} pode entrar de novo neste bar.`
}
