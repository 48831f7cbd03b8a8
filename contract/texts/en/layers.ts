import type * as portuguese from '../layers.ts'
import type { Translated } from '../translated.ts'
import { placeLabel, tableLabel } from './person.ts'

export const layerTexts: Translated<typeof portuguese.layerTexts> = {
  menu: 'Menu',
  messageMenu: 'Message menu',
  copy: 'Copy',
  copied: 'Copied!',
  copyFailed: 'Couldn’t copy it.',
  messageMenuHint: 'Arrow keys choose a message, Enter opens its menu.',

  move: 'Move',

  newPerson: 'New person',
  personLeft: 'Someone left',
  showQr: 'Show the bar’s QR code',
  qrTitle: 'The bar’s QR code',
  qrHint: 'Whoever points a camera here enters this bar.',

  signal: 'Sound and vibration for new messages',
  signalOn: 'Sound on',
  signalOnDetail: 'Glasses clink with every new message.',
  signalOff: 'Sound off',
  signalMissing: 'This browser can’t play sounds here.',

  empty: 'Nobody is connected right now.',
  emptyHint: 'The night starts with you! Whoever arrives shows up here at once.',
  pausedHint: 'The night is taking a break. Whoever comes back shows up here at once.',
  cutOff: 'No connection. You can chat when it’s back.',
  few: 'There’s room for more people.',
  fewHint: 'Show the QR code and bring your friends to the bar.',
  search: 'Search by name or table',
  tryAgain: 'Try again',
  leaving: 'Leaving the bar…',
  searchEmpty: 'Nobody with that name or table.',

  leaveTitle: 'Leave the bar?',
  stay: 'Stay',

  openedElsewhere: 'Open in another tab',
  openedElsewhereHint: 'This page stopped because the bar was opened in too many tabs.',
  useHere: 'Use here',
  keptOut: 'A ten-minute break',
  keptOutHint: 'This device sent too many things at once. Try again in a little while.',
  newVersion: 'There’s a new version of this page.',
}

export const backSoon: typeof portuguese.backSoon = (name) => `You can chat when ${name} is back.`

export const enteredBar: typeof portuguese.enteredBar = (name) => `${name} entered the bar`

function join(first: string, second: string, others: number): string {
  return others === 0 ? `${first} and ${second}` : `${first}, ${second} and ${others} more`
}

export const manyEnteredBar: typeof portuguese.manyEnteredBar = (first, second, others) =>
  `${join(first, second, others)} entered the bar`

export const manyLeftBar: typeof portuguese.manyLeftBar = (first, second, others) =>
  `${join(first, second, others)} left the bar`

export const arrivedSince: typeof portuguese.arrivedSince = (count) =>
  count === 1 ? '1 person arrived' : `${count} people arrived`

export const wroteSince: typeof portuguese.wroteSince = (name, others) =>
  others === 0 ? `Message from ${name}` : `Messages from ${name} and ${others} more`

export const foundCount: typeof portuguese.foundCount = (count) => {
  if (count === 0) return 'Nobody found.'
  return count === 1 ? '1 person found' : `${count} people found`
}

export const leavingErases: typeof portuguese.leavingErases = (conversations) =>
  `Leaving erases your profile and ${conversations === 1 ? '1 chat' : `${conversations} chats`}.`

export const unreadMessages: typeof portuguese.unreadMessages = (count) =>
  count === 1 ? 'You haven’t read 1 message yet.' : `You haven’t read ${count} messages yet.`

export const offerTable: typeof portuguese.offerTable = (own, other) => {
  const place = placeLabel(own)?.toLowerCase() ?? `at ${tableLabel(own)}`
  const otherPlace = placeLabel(other)?.toLowerCase()
  const question = otherPlace ? `Stay ${otherPlace}?` : `Move to ${tableLabel(other)}?`
  return `You’re ${place}. ${question}`
}
