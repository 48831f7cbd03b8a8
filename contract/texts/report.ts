import { LIMITS } from '../limits.ts'

/** Reporting a person to the staff. */
export const reportTexts = {
  menu: 'Denunciar',
  reason: 'O que aconteceu?',
  reasonMissing: 'Escolha o que aconteceu.',
  note: 'Quer contar mais? (opcional)',
  noteTooLong: `Use no máximo ${LIMITS.reportNoteGraphemes} caracteres`,
  proof: 'Enviar as últimas mensagens como prova',
  send: 'Enviar denúncia',
  sent: 'A equipe do bar recebeu.',
  failed: 'Não foi possível enviar agora. O que você escreveu continua aqui: tente de novo.',
  /** The dialog, and what was written in it, is closed. */
  unsent: 'Sua denúncia não foi enviada. Tente de novo.',
  notJoined: 'Abra a lista de pessoas, espere carregar e tente de novo.',
  tooMany: `Você já fez ${LIMITS.reports} denúncias. Para mais, fale com a equipe no balcão.`,
} as const

export function reportTitle(name: string): string {
  return `Denunciar ${name}`
}

export function reportDetail(name: string): string {
  return `Só a equipe do bar recebe, e ninguém recebe aviso. No app, você e ${name} deixam de se ver. Para ter alguém com você agora, use “Preciso de ajuda”.`
}

/** Replaces the detail after a block: the two no longer see each other then. */
export function reportEndedDetail(): string {
  return 'Só a equipe do bar recebe, e ninguém recebe aviso.'
}

export function reportLeftDetail(name: string): string {
  return `${name} não aparece mais aqui. De quem saiu do app tudo foi apagado, e a denúncia não chega: conte à equipe no balcão.`
}

/** The room no longer knows the person. */
export function reportedLeft(name: string): string {
  return `${name} já saiu do app, e a equipe não recebeu nada. Conte a ela no balcão.`
}

export function alreadyReported(name: string): string {
  return `Você já denunciou ${name}, e a equipe do bar já recebeu. Se quiser contar mais, fale com a equipe no balcão.`
}
