import type * as portuguese from '../layers.ts'
import type { Translated } from '../translated.ts'
import { placeLabel, tableLabel } from './person.ts'

export const layerTexts: Translated<typeof portuguese.layerTexts> = {
  menu: 'Menú',
  messageMenu: 'Menú del mensaje',
  copy: 'Copiar',
  copied: '¡Copiado!',
  copyFailed: 'No se pudo copiar.',
  messageMenuHint: 'Las flechas eligen un mensaje, Enter abre su menú.',

  move: 'Cambiar',

  newPerson: 'Persona nueva',
  personLeft: 'Alguien salió',
  showQr: 'Mostrar el QR del bar',
  qrTitle: 'Código QR del bar',
  qrHint: 'Quien apunte la cámara aquí entra a este bar.',

  signal: 'Sonido y vibración para mensajes nuevos',
  signalOn: 'Sonido activado',
  signalOnDetail: 'Suena un brindis con cada mensaje nuevo.',
  signalOff: 'Sonido desactivado',
  signalMissing: 'Este navegador no reproduce sonidos aquí.',

  empty: 'No hay nadie conectado en este momento.',
  emptyHint: '¡La noche empieza contigo! Quien llegue aparece aquí al instante.',
  pausedHint: 'La noche se tomó una pausa. Quien vuelva aparece aquí al instante.',
  cutOff: 'Sin conexión. Podrás conversar cuando vuelva.',
  few: 'Todavía cabe más gente aquí.',
  fewHint: 'Muestra el QR e invita a tus amigos al bar.',
  search: 'Buscar por nombre o mesa',
  tryAgain: 'Intentar de nuevo',
  leaving: 'Saliendo del bar…',
  searchEmpty: 'No se encontró a nadie con ese nombre o mesa.',

  leaveTitle: '¿Salir del bar?',
  stay: 'Quedarme',

  openedElsewhere: 'Abierta en otra pestaña',
  openedElsewhereHint: 'Esta página se detuvo porque el bar se abrió en demasiadas pestañas.',
  useHere: 'Usar aquí',
  keptOut: 'Una pausa de diez minutos',
  keptOutHint: 'Este dispositivo envió demasiadas cosas a la vez. Inténtalo de nuevo en un rato.',
  newVersion: 'Hay una versión nueva de esta página.',
}

export const backSoon: typeof portuguese.backSoon = (name) =>
  `Podrás conversar cuando ${name} vuelva.`

export const enteredBar: typeof portuguese.enteredBar = (name) => `${name} entró al bar`

function join(first: string, second: string, others: number): string {
  if (others > 0) return `${first}, ${second} y ${others} más`
  return new Intl.ListFormat('es').format([first, second])
}

export const manyEnteredBar: typeof portuguese.manyEnteredBar = (first, second, others) =>
  `${join(first, second, others)} entraron al bar`

export const manyLeftBar: typeof portuguese.manyLeftBar = (first, second, others) =>
  `${join(first, second, others)} salieron del bar`

export const arrivedSince: typeof portuguese.arrivedSince = (count) =>
  count === 1 ? 'Llegó 1 persona' : `Llegaron ${count} personas`

export const wroteSince: typeof portuguese.wroteSince = (name, others) =>
  others === 0 ? `Mensaje de ${name}` : `Mensajes de ${name} y ${others} más`

export const foundCount: typeof portuguese.foundCount = (count) => {
  if (count === 0) return 'No se encontró a nadie.'
  return count === 1 ? '1 persona encontrada' : `${count} personas encontradas`
}

export const leavingErases: typeof portuguese.leavingErases = (conversations) =>
  `Salir borra tu perfil y ${conversations === 1 ? '1 conversación' : `${conversations} conversaciones`}.`

export const unreadMessages: typeof portuguese.unreadMessages = (count) =>
  count === 1 ? 'Hay 1 mensaje que aún no leíste.' : `Hay ${count} mensajes que aún no leíste.`

export const offerTable: typeof portuguese.offerTable = (own, other) => {
  const place = placeLabel(own)?.toLowerCase() ?? `en la ${tableLabel(own)}`
  const otherPlace = placeLabel(other)?.toLowerCase()
  const question = otherPlace ? `¿Quedarte ${otherPlace}?` : `¿Cambiar a la ${tableLabel(other)}?`
  return `Estás ${place}. ${question}`
}
