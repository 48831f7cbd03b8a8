/** The printed sheets: the poster of a bar and the cards of its tables. */
export const sheetTexts = {
  title: 'Imprimir',
  what: 'O que imprimir',
  poster: 'Cartaz do bar',
  cards: 'Cartões de mesa',
  design: 'Modelo',
  signboard: 'Letreiro',
  coaster: 'Bolacha',
  headline: 'Manchete',
  tables: 'Quantas mesas',
  tablesHint: 'De 1 a 200, seis cartões por página.',
  tablesInvalid: 'Use um número de 1 a 200.',
  print: 'Imprimir',
  paper: 'Folha A4, em preto e branco. No aviso do navegador, deixe a escala em 100%.',
  /** The lines of the invitation in large type. */
  invitation: ['Veja quem', 'está aqui', 'e puxe', 'conversa'],
  promises: ['grátis', 'sem app', 'some quando você sai'],
  aim: 'Aponte a câmera do celular',
  orType: 'ou digite o ID do bar',
  barId: 'ID',
  preview: 'Como fica no papel',
} as const

/** The same texts on one line each. */
export const INVITATION = sheetTexts.invitation.join(' ')
export const PROMISE = sheetTexts.promises.join(' · ')

/** Lets people detect a sticker over the code before they open the address. */
export function addressBeginsWith(domain: string): string {
  return `o endereço começa com ${domain}`
}

export function cardsPage(page: number, pages: number): string {
  return `Cartões de mesa, página ${page} de ${pages}`
}
