import type * as portuguese from '../scanner.ts'
import type { Translated } from '../translated.ts'

export const scannerTexts: Translated<typeof portuguese.scannerTexts> = {
  title: 'Escanear código QR',
  hint: 'Coloca el código QR del bar en el centro de la cámara',
  opening: 'Abriendo la cámara…',
  asking: 'Toca “Permitir” para abrir la cámara.',
  advice: { nearer: 'Más cerca', light: 'Más luz' },
  found: '¡Código leído!',
  refused: 'Este código no es de un bar de aquí.',
  nothingInPhoto: 'No barcode or QR code detected.',
  nothingInPhotoHint: 'No hay ningún código en esta foto. Prueba otra, de más cerca.',
  readingPhoto: 'Leyendo la foto…',

  torch: 'Linterna',
  switchCamera: 'Cambiar de cámara',
  zoom: { face: '2×', label: 'Acercar 2×' },
  tryAgain: 'Intentar de nuevo',
  askAgain: 'Permitir la cámara',
  choosePhoto: 'Usar una foto',
  typeInstead: 'Escribir el ID del bar',

  problems: {
    denied: {
      title: 'La cámara está bloqueada.',
      hint: 'Permite la cámara para este sitio en los ajustes del navegador: se abre aquí enseguida.',
    },
    dismissed: {
      title: 'La cámara espera tu permiso.',
      hint: 'Toca el botón de abajo y elige “Permitir”.',
    },
    missing: {
      title: 'No hay cámara en este dispositivo.',
      hint: 'Usa una foto del código o escribe el ID del bar.',
    },
    busy: {
      title: 'Otra aplicación está usando la cámara.',
      hint: 'Cierra la otra aplicación e inténtalo de nuevo.',
    },
    insecure: {
      title: 'La cámara solo se abre con una conexión segura.',
      hint: 'Abre esta página con una dirección que empiece con https, o escribe el ID del bar.',
    },
    noPicture: {
      title: 'La cámara no mostró ninguna imagen.',
      hint: 'Mira si está tapada o apagada e inténtalo de nuevo.',
    },
    inApp: {
      title: 'Esta aplicación no abre la cámara.',
      hint: 'Abre esta página en Chrome o Safari, o usa una foto del código.',
    },
    unloaded: {
      title: 'El lector de códigos no cargó.',
      hint: 'Revisa tu conexión e inténtalo de nuevo.',
    },
    unknown: {
      title: 'No se pudo abrir la cámara.',
      hint: 'Inténtalo de nuevo, usa una foto del código o escribe el ID del bar.',
    },
  },
}
