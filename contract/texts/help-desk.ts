import type { BoardHelp, HelpKind } from '../help.ts'

/** Calls for help, as the staff of a bar read them. */
export const deskTexts = {
  title: 'Pedidos de ajuda',

  alarmOff: 'Alarme sem som.',
  alarmOffDetail: 'Com som, vocês ouvem quem pede ajuda, e a pessoa fica sabendo.',
  alarmOn: 'Alarme ligado.',
  alarmOnDetail: 'Deixe esta tela aberta e o volume alto.',
  activate: 'Ativar o alarme',
  alarmFailed: 'O som não começou. Confira o volume e o modo silencioso, e toque de novo.',
  test: 'Testar alarme',
  testTitle: 'Teste do alarme',
  testDetail: 'É assim que um pedido de ajuda toca nesta tela. Ninguém foi avisado.',
  someBarsOnly: 'Pedidos de ajuda tocam aqui só dos bares que estão na tela.',
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
  arrival: 'Ao chegar',
} as const

/** The person's own words: their name stands below. */
export const deskKinds: Record<HelpKind, string> = {
  harassed: 'Estão me incomodando',
  unwell: 'Passei mal',
  leaving: 'Quero sair em segurança',
}

/**
 * Advice for the staff on arrival, from the protocol "Não é Não" (Lei 14.786/2023): hear the person
 * away from the harasser, believe them, stay with them, and respect their decision.
 */
export const deskArrival: Record<HelpKind, readonly string[]> = {
  harassed: [
    'Vá com calma, sem alarde, e fale longe de quem incomoda.',
    'Acredite, e pergunte: “O que você quer que a gente faça?” Quem decide é a pessoa.',
    'Fique por perto até ela se sentir segura. Não enfrente ninguém sem apoio.',
    'Agressão ou ameaça? Separe os dois, ligue 190 e guarde as imagens das câmeras.',
  ],
  unwell: [
    'Fique junto. Pergunte o que sente e se alguém de confiança está no bar.',
    'Desmaiou, está confusa ou respira mal? Deite de lado e ligue 192.',
    'Guarde o copo: pode haver algo na bebida. Não deixe ninguém levar a pessoa embora sem ela querer.',
  ],
  leaving: [
    'Vá sem alarde e pergunte de quem a pessoa quer se afastar.',
    'Saiam por onde ninguém siga, e espere junto até o carro chegar.',
    'Não conte a ninguém para onde foi. Alguém segue ou ameaça? Ligue 190.',
  ],
}

/** Advice after the person has withdrawn the call or left. */
export const deskAfter: Record<'withdrawn' | 'left', string> = {
  withdrawn: 'Confira com discrição se está tudo bem: outra mão pode ter tocado na tela.',
  left: 'A pessoa ainda pode estar no bar. Procure por ela antes de fechar.',
}

/** The state of a call, shown beside its time. */
export const deskStates: Record<BoardHelp['state'] | 'left', string> = {
  open: 'Ninguém a caminho ainda',
  coming: 'A caminho',
  withdrawn: 'Disse que já está bem',
  left: 'Saiu do app',
}

/** The same for a colleague: "Léo está a caminho". */
export function onTheirWay(helper: string): string {
  return `${helper} está a caminho`
}

/** A running time: "há 20 s", "há 2 min", "há 1 h". */
export function calledFor(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const minutes = Math.floor(seconds / 60)
  if (minutes >= 60) return `há ${Math.floor(minutes / 60)} h`
  return minutes > 0 ? `há ${minutes} min` : `há ${seconds} s`
}

/** Above the cards: the calls that nobody is on their way to, and those below that were answered. */
export function countCalls(open: number, answered: number): string {
  const calls = open === 1 ? '1 pedido de ajuda' : `${open} pedidos de ajuda`
  return answered === 0 ? calls : `${calls} · ${answeredCalls(answered)}`
}

/** Calls that somebody answered, below those that wait. */
export function answeredCalls(count: number): string {
  return `${count} em atendimento`
}

/** Calls of newcomers, of a network that has enough cards. */
export function foldedCalls(count: number): string {
  return count === 1
    ? '1 pedido de quem acabou de chegar'
    : `${count} pedidos de quem acabou de chegar`
}

export function helpOf(name: string): string {
  return `Pedido de ajuda de ${name}`
}
