import type * as portuguese from '../people.ts'
import type { Translated } from '../translated.ts'
import { INTEREST_LABELS } from './person.ts'

export const peopleTexts: Translated<typeof portuguese.peopleTexts> = {
  title: 'Personas en el bar',
  leave: 'Salir del bar',
  leaveDetail: 'Borra todo.',
  you: 'Tú',
  yourProfile: 'Tu perfil',
  chat: 'Conversar',
  seeConversation: 'Ver chat',
  online: 'En línea',
  offline: 'Fuera de línea',
  onlyYou: 'solo tú lo ves',
  away: 'puede tardar',
  gone: 'Salió del bar',
  typing: 'escribiendo…',
  conversations: 'Conversaciones',
  newcomers: 'Recién llegados',
  others: ['En el bar', ' ahora'],
  loading: 'Cargando personas...',
  loadFailed: 'No se pudo cargar a las personas conectadas',
  barFull: 'Este bar está lleno ahora.',
  blockedNetwork: 'Esta red bloquea la conversación en vivo. Usa los datos del móvil.',
  phoneUsed: 'Tu teléfono se usó en otro dispositivo.',
  helpUnreachable: 'Sin conexión. Ve a la barra o llama al 190.',

  left: 'Ya saliste',
  leftDetail: 'Te desconectaste del bar',
}

export const leftBar: typeof portuguese.leftBar = (name) => `${name} salió del bar`

export const interestLine: typeof portuguese.interestLine = (interest) =>
  `Interés: ${INTEREST_LABELS[interest ?? 'all']}`

export const statusLine: typeof portuguese.statusLine = (online) =>
  `Estado: ${online ? peopleTexts.online : peopleTexts.offline}`

export const offlineCount: typeof portuguese.offlineCount = (count) =>
  `${peopleTexts.offline} (${count})`

export const lastLineOf: typeof portuguese.lastLineOf = ({ text, isOwn }) =>
  isOwn ? `${peopleTexts.you}: ${text}` : text

export const onlineCount: typeof portuguese.onlineCount = (online) => `${online} en línea`

export const unreadTitle: typeof portuguese.unreadTitle = (unread, title) =>
  unread > 0 ? `(${unread}) ${title}` : title

export const unreadCount: typeof portuguese.unreadCount = (unread) =>
  unread === 1 ? '1 mensaje sin leer' : `${unread} mensajes sin leer`

export const messageFrom: typeof portuguese.messageFrom = (name, text) => `${name}: ${text}`

export const unreadLabel: typeof portuguese.unreadLabel = (unread, name) =>
  `${unreadCount(unread)} de ${name}`

export const chatWith: typeof portuguese.chatWith = (name) => `${peopleTexts.chat} con ${name}`

export const profileOf: typeof portuguese.profileOf = (name) => `Perfil de ${name}`

export const optionsFor: typeof portuguese.optionsFor = (name) => `Opciones para ${name}`

export const seeConversationWith: typeof portuguese.seeConversationWith = (name) =>
  `${peopleTexts.seeConversation} con ${name}`
