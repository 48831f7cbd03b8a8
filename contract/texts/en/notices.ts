import type * as portuguese from '../notices.ts'
import type { Translated } from '../translated.ts'

export const noticesTexts: Translated<typeof portuguese.noticesTexts> = {
  title: 'Notices with the screen off',
  detail:
    'Your phone tells you that somebody wrote, without showing the message. Only until you leave the bar.',
  turnOn: 'Let me know',
  later: 'Not now',
  understood: 'Got it',
  install: 'Install the app',
}

export const NOTICES_STATES: Translated<typeof portuguese.NOTICES_STATES> = {
  on: {
    title: 'Notices are on',
    detail: 'You can put your phone away. To turn them off, open the menu of the list.',
  },
  denied: {
    title: 'Notices are blocked',
    detail:
      'This browser blocks notices from this site. You can allow them at the lock beside the address.',
  },
  unsupported: {
    title: 'No notices here',
    detail: 'This browser gives no notice with the screen off. Have a look now and then.',
  },
  uninstalled: {
    title: 'Notices on iPhone',
    detail: 'On an iPhone, notices come with the app: tap Share, then “Add to Home Screen”.',
  },
  failed: {
    title: 'No notices yet',
    detail: 'Notices could not be turned on just now. Try again later, in the menu of the list.',
  },
}

export const whenTheyWrite: typeof portuguese.whenTheyWrite = (name) =>
  `Get a notice when ${name} writes?`
