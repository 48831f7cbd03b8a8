import type * as portuguese from '../blocks.ts'
import type { Translated } from '../translated.ts'

export const blockTexts: Translated<typeof portuguese.blockTexts> = {
  menu: 'More options',
  block: 'Block',
  cancel: 'Cancel',
  untold: 'Nobody is told.',
  lasts:
    'It lasts 16 hours in this bar, even if the person comes back with another profile on the same device. You can undo it in your profile.',
  done: 'Done',
  failed: 'That didn’t work just now. Try again.',
  tooMany:
    'You’ve already blocked 100 people. Unblock someone in your profile, or talk to the staff.',

  title: 'People I blocked',
  empty: 'You haven’t blocked anyone.',
  loading: 'Loading...',
  loadFailed: 'The list couldn’t be loaded.',
  unblock: 'Unblock',
  unblockFailed: 'That didn’t work just now. Try again.',
}

export const blockQuestion: typeof portuguese.blockQuestion = (name) => `Block ${name}?`

export const blockDetail: typeof portuguese.blockDetail = (name) =>
  `In the app, you and ${name} will no longer see each other, and your conversation ends.`

export const blockedDetail: typeof portuguese.blockedDetail = (name) =>
  `You and ${name} no longer see each other in the app.`

export const alreadyLeft: typeof portuguese.alreadyLeft = (name) =>
  `${name} has left the app, but may still be in the bar.`

export const unblockedDetail: typeof portuguese.unblockedDetail = (name) => `You unblocked ${name}.`

export const blockedSince: typeof portuguese.blockedSince = (time) => `Since ${time}`

export const unblockPerson: typeof portuguese.unblockPerson = (name) => `Unblock ${name}`
