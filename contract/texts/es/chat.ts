import type { Refusal } from '#contract/refusals.ts'
import type * as portuguese from '../chat.ts'
import type { Translated } from '../translated.ts'

export const chatTexts: Translated<typeof portuguese.chatTexts> = {
  back: 'Volver',
  messages: 'Mensajes',
  unknownPartner: 'Esta persona ya no está en el bar.',
  empty: 'Todavía no hay mensajes. ¡Di hola!',
  emptyForNow: 'Aún no hay mensajes.',
  loading: 'Cargando...',
  loadFailed: 'Los mensajes todavía no llegaron. Lo seguimos intentando.',
  composerLabel: 'Mensaje',
  composerPlaceholder: 'Escribe tu mensaje...',
  send: 'Enviar',
  sentLater: 'Sin conexión. Lo que envíes saldrá cuando vuelva.',
  ended: 'Esta conversación terminó.',
  whoIsHere: 'Ver quién está en el bar',
  earlier: 'Ver mensajes anteriores',
  jumpToNewest: 'Ir a los más nuevos',
  sending: 'Enviando…',
  stored: 'Enviado',
  failed: 'No enviado',
  retry: 'Intentar de nuevo',
  discard: 'Descartar',
  tooLong: 'Mensaje demasiado largo',
  today: 'Hoy',
  yesterday: 'Ayer',
}

const REFUSAL_TEXTS: Record<Exclude<Refusal, 'unanswered'>, string> = {
  invalid_frame: 'Este mensaje no se pudo leer.',
  person_not_found: 'Esta conversación terminó.',
  person_offline: 'Esta persona no está en línea. Inténtalo de nuevo cuando vuelva.',
  own_self: 'No puedes conversar contigo.',
  rate_limited: 'Despacio: espera un poco e inténtalo de nuevo.',
  internal: 'Algo salió mal en el servidor.',
  storage_full: 'Este bar no tiene espacio para mensajes. Inténtalo más tarde.',
}

export const refusalText: typeof portuguese.refusalText = (refusal, name) =>
  refusal === 'unanswered' ? waitForAnswer(name) : REFUSAL_TEXTS[refusal]

export const waitForAnswer: typeof portuguese.waitForAnswer = (name) =>
  `Espera a que ${name} responda.`

export const conversationWith: typeof portuguese.conversationWith = (name) => `Charla con ${name}`

export const firstMessageWaits: typeof portuguese.firstMessageWaits = (name) =>
  `${name} no está en línea. Podrás saludar cuando vuelva.`

export const charactersLeft: typeof portuguese.charactersLeft = (count) =>
  count === 1 ? 'Queda 1 carácter' : `Quedan ${count} caracteres`

export const newMessages: typeof portuguese.newMessages = (count) =>
  count === 1 ? '1 mensaje nuevo' : `${count} mensajes nuevos`
