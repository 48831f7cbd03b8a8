/** Landing, bar access and table entry. */
export const entryTexts = {
  accessBar: 'Acessar um Bar',
  administrativeAccess: 'Acesso Administrativo',
  erased: 'Até a próxima!',

  barAccessSubtitle: 'Acesse um bar para começar',
  scan: 'Escanear QR Code',
  or: 'ou',
  barId: 'ID do bar',
  barIdPlaceholder: 'Ex.: K7M2QX',
  enterBar: 'Acessar Bar',
  enteringBar: 'Acessando...',

  fieldMissing: 'Preencha este campo.',
  barIdUnknown: 'Nenhum bar tem este ID.',
  barIdMissing: 'Por favor, insira o ID do bar',
  barNotFound: 'Bar não encontrado',
  barNotFoundHint: 'Verifique o ID do bar e tente novamente',
  barCheckFailed: 'Ocorreu um erro ao verificar o bar',
  checkAgain: 'Tentar de novo',
  tryAnotherBar: 'Digitar outro ID',

  welcome: 'Você está em',
  table: 'Número da mesa',
  tablePlaceholder: 'Ex.: 12',
  tableHint: 'Está na mesa ou no cartão com o QR Code.',
  enterTable: 'Entrar na Mesa',
  enteringTable: 'Conectando...',
  barPaused: 'Este bar está fechado no momento.',
  tableMissing: 'Por favor, insira o número da mesa',
  tableTooLong: 'Use no máximo 12 caracteres',
  tableConnected: 'Mesa conectada!',
} as const

/** Alternative text of a bar's picture. */
export function barPhotoLabel(number: number, barName: string): string {
  return `Foto ${number} de ${barName}`
}

export function tableConnectedDetail(table: string, barName: string): string {
  return `Você entrou na mesa ${table} do ${barName}`
}
