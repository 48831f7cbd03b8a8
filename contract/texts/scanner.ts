export const scannerTexts = {
  title: 'Escanear QR Code',
  comingSoon: 'A câmera chega em breve. Por enquanto, digite o ID que está junto do QR Code.',
  typeInstead: 'Digitar o ID do bar',
  close: 'Fechar',
} as const
