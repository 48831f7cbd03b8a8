/** Blocking a person, and undoing it. */
export const blockTexts = {
  menu: 'Mais opções',
  block: 'Bloquear',
  cancel: 'Cancelar',
  untold: 'Ninguém recebe aviso.',
  lasts:
    'Vale neste bar por 16 horas, também se a pessoa voltar com outro perfil no mesmo aparelho. Dá para desfazer no seu perfil.',
  done: 'Pronto',
  failed: 'Não foi possível bloquear agora. Tente de novo.',
  tooMany: 'Você já bloqueou 100 pessoas. Desbloqueie alguém no seu perfil, ou fale com a equipe.',

  title: 'Pessoas que bloqueei',
  empty: 'Você não bloqueou ninguém.',
  loading: 'Carregando...',
  loadFailed: 'Não foi possível carregar a lista.',
  unblock: 'Desbloquear',
  unblockFailed: 'Não foi possível desbloquear agora. Tente de novo.',
} as const

export function blockQuestion(name: string): string {
  return `Bloquear ${name}?`
}

export function blockDetail(name: string): string {
  return `No app, você e ${name} deixam de se ver, e a conversa de vocês termina.`
}

export function blockedDetail(name: string): string {
  return `Você e ${name} não se veem mais no app.`
}

export function alreadyLeft(name: string): string {
  return `${name} saiu do app, mas ainda pode estar no bar.`
}

export function unblockedDetail(name: string): string {
  return `Você desbloqueou ${name}.`
}

export function blockedSince(time: string): string {
  return `Desde ${time}`
}

export function unblockPerson(name: string): string {
  return `Desbloquear ${name}`
}
