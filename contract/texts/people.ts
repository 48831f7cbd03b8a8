import type { Interest } from '../interest.ts'
import { INTEREST_LABELS } from './person.ts'

/** The list of people in the bar, and leaving it. */
export const peopleTexts = {
  title: 'Pessoas no Bar',
  leave: 'Sair do Bar',
  you: 'Você',
  yourProfile: 'Seu perfil',
  chat: 'Conversar',
  seeConversation: 'Ver conversa',
  online: 'Online',
  offline: 'Offline',
  gone: 'Saiu do bar',
  conversations: 'Conversas',
  newcomers: 'Chegaram agora',
  others: 'No bar agora',
  loading: 'Carregando usuários...',
  empty: 'Nenhuma pessoa conectada no momento.',
  emptyHint: 'Quem chegar aparece aqui na hora.',
  search: 'Buscar por nome ou mesa',
  searchEmpty: 'Ninguém encontrado com esse nome ou mesa.',
  loadFailed: 'Não foi possível carregar os usuários conectados',
  barFull: 'Este bar está cheio agora.',
  newPerson: 'Novo usuário',
  personLeft: 'Usuário saiu',
  phoneUsed: 'Seu telefone foi usado em outro aparelho.',
  unknownPartner: 'Esta pessoa não está mais no bar.',

  leaving: 'Saindo do bar…',
  stay: 'Ficar',
  stayFailed: 'Não foi possível ficar. Sua visita já terminou.',
  left: 'Bar desconectado',
  leftDetail: 'Você saiu do bar',
  openedElsewhere: 'Conversa aberta em outra aba',
  openedElsewhereHint: 'Esta página parou porque o bar foi aberto em abas demais.',
  useHere: 'Usar aqui',
  keptOut: 'Uma pausa de dez minutos',
  keptOutHint: 'Este aparelho mandou coisas demais de uma vez. Tente de novo daqui a pouco.',
  newVersion: 'Há uma versão nova desta página.',

  signal: 'Som e vibração para mensagens novas',
  signalOn: 'Som ligado',
  signalOnDetail: 'Um brinde toca a cada mensagem nova.',
  signalOff: 'Som desligado',

  otherBar: 'Você está em outro bar',
  otherBarConfirm: 'Entrar aqui',
  otherBarCancel: 'Cancelar',
} as const

export function otherBarDetail(barName: string): string {
  return `Ao entrar aqui, sua visita em outro lugar (${barName}) termina, e suas conversas de lá são apagadas.`
}

export function enteredBar(name: string): string {
  return `${name} entrou no bar`
}

export function leftBar(name: string): string {
  return `${name} saiu do bar`
}

export function manyEnteredBar(count: number): string {
  return `+${count} pessoas entraram no bar`
}

export function manyLeftBar(count: number): string {
  return `+${count} pessoas saíram do bar`
}

export function interestLine(interest: Interest): string {
  return `Interesse: ${INTEREST_LABELS[interest]}`
}

export function statusLine(online: boolean): string {
  return `Status: ${online ? peopleTexts.online : peopleTexts.offline}`
}

/** Over those who are offline. */
export function offlineCount(count: number): string {
  return `${peopleTexts.offline} (${count})`
}

/** The beginning of the newest message, as a row of the list shows it. */
export function lastLineOf({ text, isOwn }: { text: string; isOwn: boolean }): string {
  return isOwn ? `${peopleTexts.you}: ${text}` : text
}

export function arrivedSince(count: number): string {
  return count === 1 ? '1 pessoa chegou' : `${count} pessoas chegaram`
}

/** Of who wrote, the last one first. */
export function wroteSince(name: string, others: number): string {
  if (others === 0) return `Mensagem de ${name}`
  return `Mensagens de ${name} e mais ${others}`
}

export function onlineCount(online: number): string {
  return `${online} online`
}

/** A page's title with the number of messages that wait. */
export function unreadTitle(unread: number, title: string): string {
  return unread > 0 ? `(${unread}) ${title}` : title
}

export function unreadLabel(unread: number, name: string): string {
  return unread === 1
    ? `1 mensagem não lida de ${name}`
    : `${unread} mensagens não lidas de ${name}`
}

export function chatWith(name: string): string {
  return `${peopleTexts.chat} com ${name}`
}

export function seeConversationWith(name: string): string {
  return `${peopleTexts.seeConversation} com ${name}`
}
