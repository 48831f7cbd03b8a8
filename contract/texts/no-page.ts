/** The texts for an unknown page, a failed page or one whose scripts did not load. */
export const noPageTexts = {
  notFoundTitle: '404',
  notFoundText: 'Oops! Page not found',
  notFoundLink: 'Return to Home',
  offlineText: 'A página abre sozinha quando a conexão voltar. Veja o Wi-Fi ou o sinal do celular.',
  offlineRetry: 'Tentar de novo',
  unstarted: 'Esta página não terminou de carregar.',
  outdated:
    'Este navegador é antigo demais para o site. Atualize-o ou abra no Chrome ou no Safari.',
  reload: 'Recarregar',
} as const
