import type { Refusal } from '../refusals.ts'

/** One-to-one conversation. */
export const chatTexts = {
  back: 'Voltar',
  messages: 'Mensagens',
  unknownPartner: 'Esta pessoa não está mais no bar.',
  empty: 'Nenhuma mensagem ainda. Diga olá!',
  emptyForNow: 'Nenhuma mensagem ainda.',
  loading: 'Carregando...',
  loadFailed: 'As mensagens ainda não chegaram. Tentamos de novo sozinhos.',
  composerLabel: 'Mensagem',
  composerPlaceholder: 'Digite sua mensagem...',
  send: 'Enviar',
  sentLater: 'Sem conexão. O que você enviar vai quando ela voltar.',
  ended: 'Esta conversa terminou.',
  whoIsHere: 'Ver quem está no bar',
  earlier: 'Ver mensagens anteriores',
  jumpToNewest: 'Ir para as mais novas',
  sending: 'Enviando…',
  stored: 'Enviada',
  failed: 'Não enviada',
  retry: 'Tentar de novo',
  discard: 'Descartar',
  tooLong: 'Mensagem longa demais',
  today: 'Hoje',
  yesterday: 'Ontem',
} as const

const REFUSAL_TEXTS: Record<Exclude<Refusal, 'unanswered'>, string> = {
  invalid_frame: 'Esta mensagem não pôde ser lida.',
  person_not_found: 'Esta conversa terminou.',
  person_offline: 'Esta pessoa está offline. Tente de novo quando ela voltar.',
  own_self: 'Você não pode conversar consigo.',
  rate_limited: 'Devagar: espere um pouco e tente de novo.',
  internal: 'Algo deu errado no servidor.',
  storage_full: 'Este bar está sem espaço para mensagens. Tente de novo mais tarde.',
}

/** Why a bubble to this person was not sent. */
export function refusalText(refusal: Refusal, name: string): string {
  return refusal === 'unanswered' ? waitForAnswer(name) : REFUSAL_TEXTS[refusal]
}

/** Shown after three messages without an answer. */
export function waitForAnswer(name: string): string {
  return `Espere ${name} responder.`
}

export function conversationWith(name: string): string {
  return `Conversa com ${name}`
}

/** Shown above a composer that cannot send yet. */
export function firstMessageWaits(name: string): string {
  return `${name} está offline. Dá para mandar o primeiro olá quando ${name} voltar.`
}

export function charactersLeft(count: number): string {
  return count === 1 ? 'Resta 1 caractere' : `Restam ${count} caracteres`
}

export function newMessages(count: number): string {
  return count === 1 ? '1 mensagem nova' : `${count} mensagens novas`
}
