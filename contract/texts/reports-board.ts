import type { RemovalReason } from '../removals.ts'
import { REMOVAL_REASON_NAMES } from './removals.ts'

/** Reports, on the board of the owners and staff. */
export const boardReportTexts = {
  title: 'Denúncias',
  about: 'Sobre',
  from: 'De',
  gone: 'O que foi enviado não está mais guardado, ou não pôde ser lido agora.',
  hadLeft: 'já tinha saído do app',
  noNote: 'Sem mais detalhes.',
  loadFailed: 'Não foi possível carregar as denúncias. Tentando de novo…',

  discreet: 'Fale com cada um em particular, e nunca diga quem denunciou.',
  remove: 'Remover desta noite',
  close: 'Encerrar',
  closed: 'Denúncia encerrada',
  closeFailed: 'Não foi possível encerrar agora. Tente novamente.',

  reporter: {
    new: 'De quem acabou de chegar.',
    excess: 'De quem acabou de chegar, entre muitas: sem fotos.',
  },
  foldClose: 'Fechar as denúncias',
  foldDetail: 'De quem acabou de chegar. Leia e responda uma a uma.',
  more: 'Mostrar mais denúncias',
  moreFailed: 'Não foi possível mostrar mais. Tente novamente.',

  messages: 'Ver mensagens',
  messagesTitle: 'Mensagens da denúncia',
  messagesDetail:
    'São as últimas mensagens entre as duas pessoas. Quem abre fica no registro do bar.',
  openMessages: 'Abrir mensagens',
  messagesFailed: 'Não foi possível abrir as mensagens. Tente novamente.',
  cancel: 'Cancelar',

  closedTitle: 'Denúncias encerradas',
  noneClosed: 'Nenhuma nos últimos 90 dias.',
  closedFailed: 'Não foi possível carregar as denúncias encerradas. Tente novamente.',
  wasClosed: 'Encerrada',
  show: 'Mostrar',
} as const

/** Accessible name of a card. */
export function reportOf(reason: string, name: string): string {
  return `Denúncia: ${reason}, sobre ${name}`
}

/** Names the card of several reports about one person; null: their evidence has expired. */
export function foldOf(count: number, name: string | null): string {
  return name === null ? openReports(count) : `${count} denúncias sobre ${name}`
}

export function openFold(count: number): string {
  return `Ver as ${count} denúncias`
}

/** Says that a removal closed the report. */
export function wasRemoved(reason: RemovalReason | null): string {
  const done = 'Removida da noite'
  return reason ? `${done}: ${REMOVAL_REASON_NAMES[reason]}` : done
}

export function openReports(count: number): string {
  return count === 1 ? '1 denúncia aberta' : `${count} denúncias abertas`
}

export function photoOf(name: string): string {
  return `Ver a foto de ${name}`
}

export function messagesCount(count: number): string {
  return `${boardReportTexts.messages} (${count})`
}

/** Above the reports of one bar among those of several. */
export function reportsIn(barName: string): string {
  return `${boardReportTexts.title} · ${barName}`
}
