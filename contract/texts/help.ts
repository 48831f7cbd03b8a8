import type { HelpKind } from '../help.ts'

/** "Preciso de ajuda". People read it in distress, so each line says one thing. */
export const helpTexts = {
  item: 'Preciso de ajuda',
  title: 'Ajuda',
  question: 'O que está acontecendo?',
  whoReads: 'Só a equipe do bar recebe, com seu nome e sua mesa.',
  ifStaff: 'Se for alguém da equipe, ligue 190.',

  sending: 'Avisando a equipe...',
  told: 'Avisamos a equipe.',
  unanswered: 'A equipe viu, mas ninguém respondeu ainda. Vá até o balcão.',
  unansweredDetail: 'Seu pedido continua aberto.',
  unseen: 'Ninguém da equipe viu ainda.',
  unseenDetail: 'Não espere: fale com alguém da equipe. Seu pedido continua aberto.',
  unsent: 'Seu pedido ainda não saiu deste celular.',
  unsentDetail: 'Estamos tentando de novo. Não espere por isso.',
  coming: 'A caminho',
  comingDetail: 'Alguém da equipe respondeu que está indo até você.',
  resolved: 'Resolvido',
  resolvedDetail: 'A equipe marcou seu pedido como resolvido.',
  openShort: 'Pedido aberto',

  counter: 'Vá até o balcão',
  orCall: 'ou ligue:',
  callIfWorse: 'Com medo ou em perigo, ligue:',
  fine: 'Já estou bem',
  fineFailed: 'Não deu para avisar a equipe agora. Tente de novo.',
  still: 'Ainda preciso de ajuda',
} as const

export const helpKinds: Record<HelpKind, string> = {
  harassed: 'Alguém está me incomodando',
  unwell: 'Passei mal',
  leaving: 'Quero sair em segurança',
}

/** Advice until the staff come. */
export const helpMeanwhile: Record<HelpKind, string> = {
  harassed: 'Se puder, fique perto de outras pessoas. Saiu da mesa? Fale com alguém no balcão.',
  unwell: 'Fique onde está, de preferência com alguém ao lado.',
  leaving: 'Se puder, espere perto de outras pessoas. Saiu da mesa? Fale com alguém no balcão.',
}

export const emergencyNames: Record<'190' | '180' | '192', string> = {
  190: 'Polícia',
  180: 'Atendimento à Mulher',
  192: 'Ambulância',
}

/** The label of a menu's button during a call for help. */
export function withNews(label: string): string {
  return `${label}, com novidade`
}
