import { LIMITS } from '#contract/limits.ts'
import type * as portuguese from '../report.ts'
import type { Translated } from '../translated.ts'

export const reportTexts: Translated<typeof portuguese.reportTexts> = {
  menu: 'Reportar',
  reason: '¿Qué pasó?',
  reasonMissing: 'Elige qué pasó.',
  note: '¿Quieres contar más? (opcional)',
  proof: 'Enviar los últimos mensajes como prueba',
  send: 'Enviar reporte',
  sent: 'El personal del bar lo recibió.',
  failed: 'No se pudo enviar ahora. Lo que escribiste sigue aquí: inténtalo de nuevo.',
  notLoaded: 'No se pudo abrir el reporte ahora. Inténtalo de nuevo.',
  tooMany: `Ya hiciste ${LIMITS.reports} reportes. Para más, habla con el personal en la barra.`,
}

export const reportTitle: typeof portuguese.reportTitle = (name) => `Reportar a ${name}`

export const reportDetail: typeof portuguese.reportDetail = (name) =>
  `Solo lo recibe el personal del bar, y nadie recibe aviso. En la app, tú y ${name} dejan de verse. Para tener a alguien contigo ahora, usa “Necesito ayuda”.`

export const reportEndedDetail: typeof portuguese.reportEndedDetail = () =>
  'Solo lo recibe el personal del bar, y nadie recibe aviso.'

export const reportLeftDetail: typeof portuguese.reportLeftDetail = (name) =>
  `${name} ya salió de la app: se borraron el perfil, la foto y los mensajes. El personal del bar recibe el nombre y lo que cuentes aquí.`

export const alreadyReported: typeof portuguese.alreadyReported = (name) =>
  `Ya reportaste a ${name}, y el personal del bar ya lo recibió. Si quieres contar más, habla con el personal en la barra.`
