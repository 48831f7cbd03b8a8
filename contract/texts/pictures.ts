export const pictureTexts = {
  unreadable: 'Não conseguimos abrir esta imagem. Escolha uma foto em JPEG, PNG ou WebP.',
  heic: 'Este navegador não abre fotos em HEIC. Escolha uma em JPEG, PNG ou WebP.',
  cutOff: 'Esta foto está incompleta. Escolha outra ou baixe-a de novo.',
  tooLarge: 'Esta foto é grande demais mesmo reduzida. Escolha outra.',
}
