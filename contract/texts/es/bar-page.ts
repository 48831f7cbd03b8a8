import type * as portuguese from '../bar-page.ts'
import type { Translated } from '../translated.ts'

export const barPageTexts: Translated<typeof portuguese.barPageTexts> = {
  welcome: 'Estás en',
  promise: ['Mira quién está aquí y empieza a charlar. ', 'Cuando te vas, todo se borra.'],
  table: 'Número de la mesa',
  tablePlaceholder: 'Ej.: 12',
  tableHint: 'Está en la mesa o en la tarjeta.',
  noTable: '¿Sin mesa?',
  places: { Balcão: 'Barra', Pista: 'Pista', 'Em pé': 'De pie' },
  enterTable: 'Unirme a la mesa',
  enteringTable: 'Conectando...',
  fieldMissing: 'Completa este campo.',
  tableMissing: 'Por favor, escribe el número de la mesa',
  tableTooLong: 'Usa como máximo 12 caracteres',
  tableConnected: '¡Ya estás en tu mesa!',
}

export const barPhotoLabel: typeof portuguese.barPhotoLabel = (number, barName) =>
  `Foto ${number} de ${barName}`

export const barLogoLabel: typeof portuguese.barLogoLabel = (barName) => `Logotipo de ${barName}`

export const peopleHere: typeof portuguese.peopleHere = (count) =>
  count === 1 ? '1 persona aquí ahora' : `${count} personas aquí ahora`

export const tableConnectedDetail: typeof portuguese.tableConnectedDetail = (table, barName) =>
  `Te uniste a la mesa ${table} de ${barName}`
