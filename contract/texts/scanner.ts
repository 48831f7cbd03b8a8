export const scannerTexts = {
  title: 'Escanear QR Code',
  hint: 'Posicione o QR Code do bar no centro da câmera',
  opening: 'Abrindo a câmera…',
  asking: 'Toque em “Permitir” para abrir a câmera.',
  /** Shown when the scanner has read nothing for a while. */
  advice: { nearer: 'Chegue mais perto', light: 'Mais luz' },
  found: 'Código lido!',
  refused: 'Este código não é de um bar daqui.',
  nothingInPhoto: 'No barcode or QR code detected.',
  /** Shown beside the notice above, in the person's language. */
  nothingInPhotoHint: 'Não há código nesta foto. Tente outra, mais de perto.',
  readingPhoto: 'Lendo a foto…',

  torch: 'Lanterna',
  switchCamera: 'Trocar de câmera',
  zoom: { face: '2×', label: 'Zoom 2×' },
  tryAgain: 'Tentar de novo',
  askAgain: 'Permitir a câmera',
  choosePhoto: 'Usar uma foto',
  typeInstead: 'Digitar o ID do bar',

  /** Why the camera shows no picture, and a remedy. */
  problems: {
    denied: {
      title: 'A câmera está bloqueada.',
      hint: 'Permita a câmera para este site nas configurações do navegador: ela abre aqui em seguida.',
    },
    dismissed: {
      title: 'A câmera espera sua permissão.',
      hint: 'Toque no botão abaixo e escolha “Permitir”.',
    },
    missing: {
      title: 'Não há câmera neste aparelho.',
      hint: 'Use uma foto do código ou digite o ID do bar.',
    },
    busy: {
      title: 'A câmera está em uso por outro aplicativo.',
      hint: 'Feche o outro aplicativo e tente de novo.',
    },
    insecure: {
      title: 'A câmera só abre em uma conexão segura.',
      hint: 'Abra esta página por um endereço que comece com https, ou digite o ID do bar.',
    },
    noPicture: {
      title: 'A câmera não mostrou nenhuma imagem.',
      hint: 'Veja se ela está coberta ou desligada e tente de novo.',
    },
    inApp: {
      title: 'Este aplicativo não abre a câmera.',
      hint: 'Abra esta página no Chrome ou no Safari, ou use uma foto do código.',
    },
    unloaded: {
      title: 'O leitor de códigos não carregou.',
      hint: 'Confira sua conexão e tente de novo.',
    },
    unknown: {
      title: 'Não foi possível abrir a câmera.',
      hint: 'Tente de novo, use uma foto do código ou digite o ID do bar.',
    },
  },
} as const
