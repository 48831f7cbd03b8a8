import type * as portuguese from '../scanner.ts'
import type { Translated } from '../translated.ts'

export const scannerTexts: Translated<typeof portuguese.scannerTexts> = {
  title: 'Scan QR Code',
  hint: 'Place the bar’s QR code in the middle of the camera',
  opening: 'Opening the camera…',
  asking: 'Tap “Allow” to open the camera.',
  advice: { nearer: 'Move closer', light: 'More light' },
  found: 'Code read!',
  refused: 'This code isn’t from a bar here.',
  nothingInPhoto: 'No barcode or QR code detected.',
  nothingInPhotoHint: 'There’s no code in this photo. Try another one, closer up.',
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
      hint: 'Allow the camera for this site in the browser’s settings: it opens here right after.',
    },
    dismissed: {
      title: 'The camera is waiting for your permission.',
      hint: 'Tap the button below and choose “Allow”.',
    },
    missing: {
      title: 'There’s no camera on this device.',
      hint: 'Use a photo of the code or type the bar ID.',
    },
    busy: {
      title: 'Another app is using the camera.',
      hint: 'Close the other app and try again.',
    },
    insecure: {
      title: 'The camera only opens over a secure connection.',
      hint: 'Open this page at an address that begins with https, or type the bar ID.',
    },
    noPicture: {
      title: 'The camera showed no picture.',
      hint: 'Check that it isn’t covered or switched off, and try again.',
    },
    inApp: {
      title: 'This app can’t open the camera.',
      hint: 'Open this page in Chrome or Safari, or use a photo of the code.',
    },
    unloaded: {
      title: 'The code reader didn’t load.',
      hint: 'Check your connection and try again.',
    },
    unknown: {
      title: 'The camera couldn’t be opened.',
      hint: 'Try again, use a photo of the code or type the bar ID.',
    },
  },
}
