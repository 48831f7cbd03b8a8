import type { BoardHelp, HelpKind } from '../help.ts'

/** Calls for help, as the staff of a bar read them. */
export const deskTexts = {
  title: 'Pedidos de ajuda',
  none: 'Nenhum pedido de ajuda.',

  alarmOff: 'O alarme está sem som',
  alarmOffDetail: 'Com som, vocês ouvem quem pede ajuda, e a pessoa fica sabendo.',
  alarmOn: 'Alarme ligado',
  alarmOnDetail: 'Deixe esta tela aberta e o volume alto.',
  activate: 'Ativar o alarme',
  alarmFailed: 'O som não começou. Confira o volume e o modo silencioso, e toque de novo.',
  noConnection: 'Sem conexão: pedidos de ajuda não chegam aqui.',

  notices: {
    title: 'Avisar neste celular',
    detail:
      'Pedidos de ajuda e denúncias, também com a tela apagada. Sem nomes. Abra o painel uma vez por noite.',
    failed: 'Não deu para ligar os avisos agora. Tente daqui a pouco.',
  },

  onTheWay: 'A caminho',
  resolved: 'Resolvido',
  close: 'Fechar',
  answerFailed: 'Não foi possível avisar a pessoa. Toque de novo.',
} as const

export const deskKinds: Record<HelpKind, string> = {
  harassed: 'Alguém está incomodando',
  unwell: 'Passou mal',
  leaving: 'Quer sair em segurança',
}

/** Beside the time. */
export const deskStates: Record<BoardHelp['state'] | 'left', string> = {
  open: 'Ninguém a caminho ainda',
  coming: 'A caminho',
  withdrawn: 'Disse que já está bem',
  left: 'Saiu do app',
}

export function calledAt(minutes: number): string {
  if (minutes < 1) return 'agora'
  return minutes < 60 ? `há ${minutes} min` : `há ${Math.floor(minutes / 60)} h`
}

export function helpOf(name: string): string {
  return `Pedido de ajuda de ${name}`
}

export function alarmOnlyFor(bars: number): string {
  return bars === 0
    ? 'Pedidos de ajuda tocam aqui só dos bares que estão na tela.'
    : `Pedidos de ajuda tocam aqui só dos primeiros ${bars} bares.`
}
