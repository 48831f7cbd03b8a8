/** The page of a bar, with the entry to a table. */
export const barPageTexts = {
  welcome: 'Você está em',
  promise: ['Veja quem está aqui e puxe conversa. ', 'Quando você sai, tudo se apaga.'],
  table: 'Número da mesa',
  tablePlaceholder: 'Ex.: 12',
  tableHint: 'Está na mesa ou no cartão.',
  noTable: 'Sem mesa?',
  /** Maps a table's name, which other people read too, to its text in this language. */
  places: { Balcão: 'Balcão', Pista: 'Pista', 'Em pé': 'Em pé' },
  enterTable: 'Entrar na Mesa',
  enteringTable: 'Conectando...',
  fieldMissing: 'Preencha este campo.',
  tableMissing: 'Por favor, insira o número da mesa',
  tableTooLong: 'Use no máximo 12 caracteres',
  tableConnected: 'Mesa conectada!',
} as const

/** Alternative text of a bar's picture. */
export function barPhotoLabel(number: number, barName: string): string {
  return `Foto ${number} de ${barName}`
}

export function barLogoLabel(barName: string): string {
  return `Logo do ${barName}`
}

export function peopleHere(count: number): string {
  return `${count} pessoas aqui agora`
}

export function tableConnectedDetail(table: string, barName: string): string {
  return `Você entrou na mesa ${table} do ${barName}`
}
