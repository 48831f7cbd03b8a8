import type { Interest } from '../interest.ts'
import { INTEREST_LABELS } from './person.ts'

/** The list of people in the bar, and leaving it. */
export const peopleTexts = {
  title: 'Pessoas no Bar',
  leave: 'Sair do Bar',
  leaveDetail: 'Apaga perfil e conversas.',
  you: 'Você',
  yourProfile: 'Seu perfil',
  chat: 'Conversar',
  seeConversation: 'Ver conversa',
  online: 'Online',
  offline: 'Offline',
  onlyYou: 'só você vê',
  away: 'pode demorar a ver',
  gone: 'Saiu do bar',
  typing: 'digitando…',
  conversations: 'Conversas',
  newcomers: 'Chegaram agora',
  others: ['No bar', ' agora'],
  loading: 'Carregando usuários...',
  loadFailed: 'Não foi possível carregar os usuários conectados',
  barFull: 'Este bar está cheio agora.',
  blockedNetwork: 'Esta rede bloqueia a conversa ao vivo. Use os dados do celular.',
  phoneUsed: 'Seu telefone foi usado em outro aparelho.',
  helpUnreachable: 'Sem conexão. Vá até o balcão ou ligue 190.',

  left: 'Bar desconectado',
  leftDetail: 'Você saiu do bar',
} as const

export function leftBar(name: string): string {
  return `${name} saiu do bar`
}

/** `interest` is null if the person hides it. */
export function interestLine(interest: Interest | null): string {
  return `Interesse: ${INTEREST_LABELS[interest ?? 'all']}`
}

export function statusLine(online: boolean): string {
  return `Status: ${online ? peopleTexts.online : peopleTexts.offline}`
}

/** The heading above the offline people. */
export function offlineCount(count: number): string {
  return `${peopleTexts.offline} (${count})`
}

/** The beginning of the newest message, as a row of the list shows it. */
export function lastLineOf({ text, isOwn }: { text: string; isOwn: boolean }): string {
  return isOwn ? `${peopleTexts.you}: ${text}` : text
}

export function onlineCount(online: number): string {
  return `${online} online`
}

/** A page's title with the number of unread messages. */
export function unreadTitle(unread: number, title: string): string {
  return unread > 0 ? `(${unread}) ${title}` : title
}

/** Counts the unread messages of one or more conversations. */
export function unreadCount(unread: number): string {
  return unread === 1 ? '1 mensagem não lida' : `${unread} mensagens não lidas`
}

/** The beginning of a message, in a toast and for screen readers. */
export function messageFrom(name: string, text: string): string {
  return `${name}: ${text}`
}

export function unreadLabel(unread: number, name: string): string {
  return `${unreadCount(unread)} de ${name}`
}

export function chatWith(name: string): string {
  return `${peopleTexts.chat} com ${name}`
}

/** The label of the button with the person's picture. */
export function profileOf(name: string): string {
  return `Perfil de ${name}`
}

export function optionsFor(name: string): string {
  return `Opções para ${name}`
}

export function seeConversationWith(name: string): string {
  return `${peopleTexts.seeConversation} com ${name}`
}
