import type * as portuguese from '../scanner.ts'
import type { Translated } from '../translated.ts'

export const scannerTexts: Translated<typeof portuguese.scannerTexts> = {
  title: 'Scan QR Code',
  hint: 'Place the bar’s QR code in the middle of the camera',
  opening: 'Opening the camera…',
  asking: 'Press “Allow” to open the camera.',
  advice: { nearer: 'Move closer', light: 'More light' },
  found: 'Code read!',
  refused: 'This code is not of a bar here.',
  nothingInPhoto: 'No barcode or QR code detected.',
  nothingInPhotoHint: 'There is no code in this photo. Try another one, from closer.',
  readingPhoto: 'Reading the photo…',

  torch: 'Flashlight',
  switchCamera: 'Switch camera',
  zoom: { face: '2×', label: 'Zoom in 2×' },
  tryAgain: 'Try again',
  askAgain: 'Allow the camera',
  choosePhoto: 'Use a photo',
  typeInstead: 'Type the bar ID',

  problems: {
    denied: {
      title: 'The camera is blocked.',
      hint: 'Allow the camera for this site in the browser’s settings: it then opens here.',
    },
    dismissed: {
      title: 'The camera is waiting for your permission.',
      hint: 'Press the button below and choose “Allow”.',
    },
    missing: {
      title: 'There is no camera on this device.',
      hint: 'Use a photo of the code or type the bar ID.',
    },
    busy: {
      title: 'Another app is using the camera.',
      hint: 'Close the other app and try again.',
    },
    insecure: {
      title: 'The camera opens over a secure connection only.',
      hint: 'Open this page at an address that begins with https, or type the bar ID.',
    },
    noPicture: {
      title: 'The camera showed no picture.',
      hint: 'See whether it is covered or switched off, and try again.',
    },
    inApp: {
      title: 'This app does not open the camera.',
      hint: 'Open this page in Chrome or Safari, or use a photo of the code.',
    },
    unloaded: {
      title: 'The code reader did not load.',
      hint: 'Check your connection and try again.',
    },
    unknown: {
      title: 'The camera could not be opened.',
      hint: 'Try again, use a photo of the code or type the bar ID.',
    },
  },
}
