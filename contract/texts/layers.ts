import { placeLabel, tableLabel } from './person.ts'

/** The parts that load after the list: menu, sheets, invitations, final pages. */
export const layerTexts = {
  menu: 'Menu',
  messageMenu: 'Menu da mensagem',
  copy: 'Copiar',
  copied: 'Copiado!',
  copyFailed: 'Não deu para copiar.',
  messageMenuHint: 'As setas escolhem uma mensagem, Enter abre o menu dela.',

  move: 'Mudar',

  newPerson: 'Novo usuário',
  personLeft: 'Usuário saiu',
  showQr: 'Mostrar o QR do bar',
  qrTitle: 'QR Code do bar',
  qrHint: 'Quem apontar a câmera para cá entra neste bar.',

  signal: 'Som e vibração para mensagens novas',
  signalOn: 'Som ligado',
  signalOnDetail: 'Um brinde toca a cada mensagem nova.',
  signalOff: 'Som desligado',
  signalMissing: 'Este navegador não toca sons aqui.',

  empty: 'Nenhuma pessoa conectada no momento.',
  emptyHint: 'A noite começa com você! Quem chegar aparece aqui na hora.',
  pausedHint: 'A noite deu uma pausa. Quem voltar aparece aqui na hora.',
  cutOff: 'Sem conexão. Dá para conversar quando ela voltar.',
  few: 'Ainda cabe mais gente aqui.',
  fewHint: 'Mostre o QR e chame os amigos para o bar.',
  search: 'Buscar por nome ou mesa',
  tryAgain: 'Tentar de novo',
  leaving: 'Saindo do bar…',
  searchEmpty: 'Ninguém encontrado com esse nome ou mesa.',

  leaveTitle: 'Sair do bar?',
  stay: 'Ficar',

  openedElsewhere: 'Conversa aberta em outra aba',
  openedElsewhereHint: 'Esta página parou porque o bar foi aberto em abas demais.',
  useHere: 'Usar aqui',
  keptOut: 'Uma pausa de dez minutos',
  keptOutHint: 'Este aparelho mandou coisas demais de uma vez. Tente de novo daqui a pouco.',
  newVersion: 'Há uma versão nova desta página.',
} as const

/** Shown in the sheet of an offline person. */
export function backSoon(name: string): string {
  return `Dá para conversar quando ${name} voltar.`
}

export function enteredBar(name: string): string {
  return `${name} entrou no bar`
}

function join(first: string, second: string, others: number): string {
  return others === 0 ? `${first} e ${second}` : `${first}, ${second} e mais ${others}`
}

export function manyEnteredBar(first: string, second: string, others: number): string {
  return `${join(first, second, others)} entraram no bar`
}

export function manyLeftBar(first: string, second: string, others: number): string {
  return `${join(first, second, others)} saíram do bar`
}

export function arrivedSince(count: number): string {
  return count === 1 ? '1 pessoa chegou' : `${count} pessoas chegaram`
}

/** Names the last sender and counts the others. */
export function wroteSince(name: string, others: number): string {
  if (others === 0) return `Mensagem de ${name}`
  return `Mensagens de ${name} e mais ${others}`
}

/** Warns what leaving erases. */
/** Says how many people a search in the list has found. */
export function foundCount(count: number): string {
  if (count === 0) return 'Ninguém encontrado.'
  return count === 1 ? '1 pessoa encontrada' : `${count} pessoas encontradas`
}

export function leavingErases(conversations: number): string {
  const count = conversations === 1 ? '1 conversa' : `${conversations} conversas`
  return `Sair apaga seu perfil e ${count}.`
}

export function unreadMessages(count: number): string {
  return count === 1 ? '1 mensagem você ainda não leu.' : `${count} mensagens você ainda não leu.`
}

/** To a person who scanned the code of another table. */
export function offerTable(own: string, other: string): string {
  const place = placeLabel(own)?.toLowerCase() ?? `na ${tableLabel(own)}`
  const otherPlace = placeLabel(other)?.toLowerCase()
  const question = otherPlace ? `Ficar ${otherPlace}?` : `Mudar para a ${tableLabel(other)}?`
  return `Você está ${place}. ${question}`
}
