import type * as portuguese from '../bar-page.ts'
import type { Translated } from '../translated.ts'

export const barPageTexts: Translated<typeof portuguese.barPageTexts> = {
  welcome: 'You’re at',
  promise: ['See who’s here and start a chat. ', 'When you leave, everything is erased.'],
  table: 'Table number',
  tablePlaceholder: 'E.g. 12',
  tableHint: 'It’s on the table or on the card.',
  noTable: 'No table?',
  places: { Balcão: 'Bar', Pista: 'Dance', 'Em pé': 'No seat' },
  enterTable: 'Join the Table',
  enteringTable: 'Connecting...',
  fieldMissing: 'Fill in this field.',
  tableMissing: 'Please enter the table number',
  tableTooLong: 'Use at most 12 characters',
  tableConnected: 'You’re at your table!',
}

export const barPhotoLabel: typeof portuguese.barPhotoLabel = (number, barName) =>
  `Photo ${number} of ${barName}`

export const barLogoLabel: typeof portuguese.barLogoLabel = (barName) => `Logo of ${barName}`

export const peopleHere: typeof portuguese.peopleHere = (count) =>
  count === 1 ? '1 person here now' : `${count} people here now`

export const tableConnectedDetail: typeof portuguese.tableConnectedDetail = (table, barName) =>
  `You joined table ${table} at ${barName}`
