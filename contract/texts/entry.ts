/** Landing and bar access. */
export const entryTexts = {
  accessBar: 'Acessar um Bar',
  administrativeAccess: 'Acesso Administrativo',
  forBars: 'Para bares',
  erased: 'Até a próxima!',
  thanks: 'Foi bom ter você aqui.',
  backToBar: 'Voltar ao bar',

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
} as const

/** The way back of a person who is in a bar. */
export function continueIn(bar: string, name: string): string {
  return `Continuar em ${bar} como ${name}`
}
