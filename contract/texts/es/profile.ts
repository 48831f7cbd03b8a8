import type * as portuguese from '../profile.ts'
import type { Translated } from '../translated.ts'

export const profileTexts: Translated<typeof portuguese.profileTexts> = {
  title: 'Crea tu perfil',
  addPhoto: 'Agregar foto',
  changePhoto: 'Cambiar foto',
  photoHint: 'Una cara rompe el hielo.',
  removePhoto: 'Quitar foto',
  photoPreview: 'Tu foto',
  photoRefused: 'Esta foto no se pudo aceptar. Elige otra.',
  name: 'Nombre o apodo',
  phone: 'Teléfono (opcional)',
  phonePlaceholder: '+54 11 2345-6789',
  phoneHint: 'Recupera el perfil. Solo lo ve la gerencia.',
  interest: 'Me interesa conocer a',
  showsInterest: 'Mostrar mi interés a las personas del bar',
  consent: ['Al continuar, declaras tener 18 años o más y aceptas los ', ' y la ', '.'],
  consentTerms: 'términos',
  consentPrivacy: 'política de privacidad',
  submit: 'Empezar a conversar',
  submitting: 'Creando perfil...',
  otherTable: 'Cambiar de mesa',

  nameMissing: 'Nombre obligatorio',
  nameMissingHint: 'Por favor, escribe tu nombre o apodo',
  nameTooLong: 'Usa como máximo 40 caracteres',
  phoneInvalid: 'Empieza con + y el código del país.',

  created: '¡Perfil creado!',
  createdDetail: 'Tu perfil se creó con éxito',
  recovered: 'Perfil recuperado',
  recoveredDetail: 'Se recuperó tu perfil anterior',
  recoveredByPhoneDetail: 'Por seguridad, tus conversaciones quedan en el otro dispositivo.',
  saveFailed: 'No se pudo guardar tu perfil',
  updateFailed: 'No se pudo actualizar tu perfil',
  siteStopped: 'Ahora nadie nuevo puede entrar a los bares. Inténtalo de nuevo en unos minutos.',
  barFull: 'Este bar está lleno ahora.',
  entryCode: 'Código de la noche',
  entryCodeHint: 'Está en la barra o lo tiene el personal.',
  entryCodeNeeded: 'Este bar pide el código de la noche.',
  entryCodeWrong: 'Este no es el código de esta noche.',
  entryCodeInvalid: 'El código tiene seis números.',
  banned: 'Este dispositivo está en pausa. Inténtalo de nuevo en diez minutos.',
  tooManyTries: 'Demasiados intentos. Espera un poco e inténtalo de nuevo.',

  crop: 'Ajusta tu foto',
  cropArea: 'Posición de la foto',
  cropHint: 'Arrastra, o toca lo que debe quedar en el centro.',
  cropZoom: 'Zoom',
  cropUse: 'Usar foto',
  cropCancel: 'Cancelar',

  notYou: '¿No eres tú?',
  continueFailed: 'Este perfil ya no está aquí. Crea otro.',
  otherBar: 'Estás en otro bar',
  otherBarConfirm: 'Entrar aquí',
  otherBarCancel: 'Cancelar',

  visitEnded: 'Tu visita terminó',
  visitEndedHint: 'Crea un nuevo perfil para volver a conversar.',
  removed: 'El bar terminó tu visita.',
  removedHint: 'Si crees que fue un error, habla con el personal del bar.',
  emptied: 'Se vació el bar.',
  emptiedHint: 'Puedes entrar de nuevo.',
  barGone: 'Este bar se cerró para siempre.',
  barGoneHint: 'Se borraron tu perfil y tus conversaciones.',
  barPaused: 'Este bar está cerrado en este momento.',

  edit: 'Tu perfil',
  table: 'Número de la mesa',
  tableMissing: 'Escribe el número de la mesa',
  tableTooLong: 'Usa como máximo 12 caracteres',
  save: 'Guardar',
  saving: 'Guardando...',
  saved: 'Perfil actualizado',
  savedDetail: 'Las personas del bar ya ven cómo quedó.',
  download: 'Descargar mis datos',
  downloadHint: 'Perfil, conversaciones, bloqueos y pedido de ayuda, en un archivo.',
  downloadFailed: 'No se pudieron descargar tus datos. Inténtalo de nuevo.',
  downloadName: 'mis-datos.json',
}

export const turnIn: typeof portuguese.turnIn = (seconds) =>
  `Mucha gente está entrando ahora. Entras en ${seconds} s.`

export const otherBarDetail: typeof portuguese.otherBarDetail = (barName) =>
  `Si entras aquí, tu visita en otro lugar (${barName}) termina, y se borran tus conversaciones de allá.`

export const hereAs: typeof portuguese.hereAs = (name) => `Estás aquí como ${name}`

export const continueAs: typeof portuguese.continueAs = (name) => `Continuar como ${name}`

export const zoomLabel: typeof portuguese.zoomLabel = (zoom) => `${Math.round(zoom * 100)}%`
