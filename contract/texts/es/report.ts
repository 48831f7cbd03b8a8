import { LIMITS } from '#contract/limits.ts'
import type * as portuguese from '../report.ts'
import type { Translated } from '../translated.ts'

export const reportTexts: Translated<typeof portuguese.reportTexts> = {
  menu: 'Reportar',
  reason: '¿Qué pasó?',
  reasonMissing: 'Elige qué pasó.',
  note: '¿Quieres contar más? (opcional)',
  noteTooLong: `Usa como máximo ${LIMITS.reportNoteGraphemes} caracteres`,
  proof: 'Enviar los últimos mensajes como prueba',
  send: 'Enviar reporte',
  sent: 'El personal del bar lo recibió.',
  failed: 'No se pudo enviar ahora. Lo que escribiste sigue aquí: inténtalo de nuevo.',
  unsent: 'Tu reporte no se envió. Inténtalo de nuevo.',
  notJoined: 'Abre la lista de personas, espera a que cargue e inténtalo de nuevo.',
  tooMany: `Ya hiciste ${LIMITS.reports} reportes. Para más, habla con el personal en la barra.`,
}

export const reportTitle: typeof portuguese.reportTitle = (name) => `Reportar a ${name}`

export const reportDetail: typeof portuguese.reportDetail = (name) =>
  `Solo lo recibe el personal del bar, y nadie recibe aviso. En la app, tú y ${name} dejan de verse. Para tener a alguien contigo ahora, usa “Necesito ayuda”.`

export const reportEndedDetail: typeof portuguese.reportEndedDetail = () =>
  'Solo lo recibe el personal del bar, y nadie recibe aviso.'

export const reportLeftDetail: typeof portuguese.reportLeftDetail = (name) =>
  `${name} ya no aparece aquí. De quien salió de la app se borró todo, y el reporte no llega: cuéntaselo al personal en la barra.`

export const reportedLeft: typeof portuguese.reportedLeft = (name) =>
  `${name} ya salió de la app, y el personal no recibió nada. Cuéntaselo en la barra.`

export const alreadyReported: typeof portuguese.alreadyReported = (name) =>
  `Ya reportaste a ${name}, y el personal del bar ya lo recibió. Si quieres contar más, habla con el personal en la barra.`
