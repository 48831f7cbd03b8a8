import type * as portuguese from '../entry.ts'
import type { Translated } from '../translated.ts'

export const entryTexts: Translated<typeof portuguese.entryTexts> = {
  accessBar: 'Enter a Bar',
  administrativeAccess: 'For Administrators',
  forBars: 'For bars (in Portuguese)',
  erased: 'See you next time!',
  thanks: 'It was good to have you here.',
  backToBar: 'Back to the bar',

  barAccessSubtitle: 'Enter a bar to get started',
  scan: 'Scan QR Code',
  or: 'or',
  barId: 'Bar ID',
  barIdPlaceholder: 'E.g. K7M2QX',
  enterBar: 'Enter Bar',
  enteringBar: 'Entering...',

  fieldMissing: 'Fill in this field.',
  barIdUnknown: 'No bar has this ID.',
  barIdMissing: 'Please enter the bar ID',
  barNotFound: 'Bar not found',
  barNotFoundHint: 'Check the bar ID and try again',
  barCheckFailed: 'We couldn’t check the bar',
}

export const continueIn: typeof portuguese.continueIn = (bar, name) =>
  `Continue at ${bar} as ${name}`
