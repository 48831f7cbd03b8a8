/** Of the parts that the list loads after it: menu, sheets, invitations, pages that stop. */
export const layerTexts = {
  menu: 'Menu',
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
  few: 'Ainda cabe mais gente aqui.',
  fewHint: 'Mostre o QR e chame os amigos para o bar.',
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

/** In the sheet of a person who is offline. */
export function backSoon(name: string): string {
  return `Dá para conversar quando ${name} voltar.`
}

export function arrivedSince(count: number): string {
  return count === 1 ? '1 pessoa chegou' : `${count} pessoas chegaram`
}

/** Of who wrote, the last one first. */
export function wroteSince(name: string, others: number): string {
  if (others === 0) return `Mensagem de ${name}`
  return `Mensagens de ${name} e mais ${others}`
}

/** Lost by leaving. */
export function leavingErases(conversations: number): string {
  const count = conversations === 1 ? '1 conversa' : `${conversations} conversas`
  return `Sair apaga seu perfil e ${count}.`
}

export function unreadMessages(count: number): string {
  return count === 1 ? '1 mensagem você ainda não leu.' : `${count} mensagens você ainda não leu.`
}
