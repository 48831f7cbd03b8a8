import type * as portuguese from '../entry.ts'
import type { Translated } from '../translated.ts'

export const entryTexts: Translated<typeof portuguese.entryTexts> = {
  accessBar: 'Entrar a un bar',
  administrativeAccess: 'Acceso administrativo',
  forBars: 'Para bares (en portugués)',
  erased: '¡Hasta la próxima!',
  thanks: 'Qué bueno que viniste.',
  backToBar: 'Volver al bar',

  barAccessSubtitle: 'Entra a un bar para empezar',
  scan: 'Escanear código QR',
  or: 'o',
  barId: 'ID del bar',
  barIdPlaceholder: 'Ej.: K7M2QX',
  enterBar: 'Entrar al bar',
  enteringBar: 'Entrando...',

  fieldMissing: 'Completa este campo.',
  barIdUnknown: 'Ningún bar tiene este ID.',
  barIdMissing: 'Por favor, escribe el ID del bar',
  barNotFound: 'Bar no encontrado',
  barNotFoundHint: 'Revisa el ID del bar e inténtalo de nuevo',
  barCheckFailed: 'Ocurrió un error al verificar el bar',
}

export const continueIn: typeof portuguese.continueIn = (bar, name) =>
  `Continuar en ${bar} como ${name}`
