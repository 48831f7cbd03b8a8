export const photoButtonTexts = {
  photo: 'Foto',
  takePhoto: 'Tirar foto',
  choosePhoto: 'Escolher foto',
} as const
