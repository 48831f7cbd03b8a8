import type * as portuguese from '../notices.ts'
import type { Translated } from '../translated.ts'

export const noticesTexts: Translated<typeof portuguese.noticesTexts> = {
  title: 'Notifications with the screen off',
  detail:
    'Your phone tells you that someone wrote, without showing the message. Only until you leave the bar.',
  turnOn: 'Notify',
  later: 'Not now',
  install: 'Install the app',
  offFailed: 'Notifications could not be turned off now. Try again in a while.',
}

export const NOTICES_STATES: Translated<typeof portuguese.NOTICES_STATES> = {
  on: {
    title: 'Notifications are on',
    detail: 'You can put your phone away. To turn them off, open the menu of the list.',
  },
  denied: {
    title: 'Notifications are blocked',
    detail:
      'This browser blocks notifications from this site. You can allow them at the lock beside the address.',
  },
  unsupported: {
    title: 'No notifications here',
    detail: 'This browser can’t notify you with the screen off. Have a look now and then.',
  },
  uninstalled: {
    title: 'Notifications on iPhone',
    detail: 'On an iPhone, notifications come with the app: tap Share, then “Add to Home Screen”.',
  },
  failed: {
    title: 'No notifications yet',
    detail:
      'Notifications couldn’t be turned on just now. Try again later, in the menu of the list.',
  },
}

export const whenTheyAnswer: typeof portuguese.whenTheyAnswer = (name) =>
  `Notify you when ${name} replies?`
