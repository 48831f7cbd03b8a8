/** Texts that several pages share. */
export const sharedTexts = {
  loading: 'Carregando...',
  error: 'Erro',
  unexpectedError: 'Ocorreu um erro inesperado',
  requiredField: 'Campo obrigatório',
  close: 'Fechar',
  clearSearch: 'Limpar busca',
  dismissToast: 'Dispensar aviso',
  notifications: 'Avisos',
  backToHome: 'Voltar ao início',
  safety: 'Segurança',
  offline: 'Sem conexão. Tentando de novo…',
  offlineTitle: 'Sem conexão',
  offlineHint: 'Confira a internet e tente de novo.',
  /** Stands in for content that could not be loaded. */
  offlineWaits: 'Sem conexão. Tentamos de novo sozinhos.',
  skipToContent: 'Ir para o conteúdo',
  crashed: 'Algo deu errado nesta página.',
  crashedRetry: 'Recarregar',
} as const

/** "Brinde" alone, or "Boteco da Ana · Brinde". */
export function pageTitle(productName: string, subject?: string): string {
  return subject ? `${subject} · ${productName}` : productName
}
