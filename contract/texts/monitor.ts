/** The monitor of bars. */
export const monitorTexts = {
  title: 'Monitoramento de Bares',
  refresh: 'Atualizar',
  refreshing: 'Atualizando...',
  newBar: 'Cadastrar Bar',
  logOut: 'Sair',
  menu: 'Menu',
  actions: 'Ações',

  bars: 'Bares Cadastrados',
  noBars: 'Nenhum bar cadastrado ainda.',
  firstBar: 'Cadastrar Seu Primeiro Bar',
  moreBars: 'Mostrar mais bares',
  qrCode: 'QR Code',

  qrTitle: 'QR Code do Bar',
  qrHint: 'Compartilhe este QR Code com seus clientes',
  copyLink: 'Copiar Link',
  copied: 'Copiado!',
  copiedDetail: 'Link copiado para a área de transferência',
  copyFailed: 'Não foi possível copiar. Selecione o link e copie.',

  dashboard: 'Dashboard de Usuários',

  barsFailed: 'Erro ao carregar bares',
  barsFailedDetail: 'Não foi possível carregar a lista de bares.',
  dataFailed: 'Erro ao carregar dados',
  dataFailedDetail: 'Não foi possível carregar as informações dos bares',
} as const

/** Badge of the card: "1 bar", "2 bares". */
export function barCount(count: number): string {
  return `${count} ${count === 1 ? 'bar' : 'bares'}`
}

/** Alternative text of a bar's QR code. */
export function qrCodeLabel(barName: string): string {
  return `QR Code de ${barName}`
}
