import { LIMITS } from '#contract/limits.ts'
import type * as portuguese from '../report.ts'
import type { Translated } from '../translated.ts'

export const reportTexts: Translated<typeof portuguese.reportTexts> = {
  menu: 'Report',
  reason: 'What happened?',
  reasonMissing: 'Choose what happened.',
  note: 'Want to say more? (optional)',
  noteTooLong: `Use at most ${LIMITS.reportNoteGraphemes} characters`,
  proof: 'Send the last messages as proof',
  send: 'Send report',
  sent: 'The bar’s staff got it.',
  failed: 'It couldn’t be sent just now. What you wrote is still here: try again.',
  unsent: 'Your report wasn’t sent. Try again.',
  notJoined: 'Open the list of people, wait until it has loaded and try again.',
  tooMany: `You’ve already made ${LIMITS.reports} reports. For more, talk to the staff at the bar counter.`,
}

export const reportTitle: typeof portuguese.reportTitle = (name) => `Report ${name}`

export const reportDetail: typeof portuguese.reportDetail = (name) =>
  `Only the bar’s staff get it, and nobody is told. In the app, you and ${name} will no longer see each other. To have someone with you now, use “I need help”.`

export const reportEndedDetail: typeof portuguese.reportEndedDetail = () =>
  'Only the bar’s staff get it, and nobody is told.'

export const reportLeftDetail: typeof portuguese.reportLeftDetail = (name) =>
  `${name} is no longer shown here. If they left the app, everything was erased and the report can’t get through: tell the staff at the bar counter.`

export const reportedLeft: typeof portuguese.reportedLeft = (name) =>
  `${name} has left the app, and the staff got nothing. Tell them at the bar counter.`

export const alreadyReported: typeof portuguese.alreadyReported = (name) =>
  `You’ve already reported ${name}, and the bar’s staff have it. To say more, talk to the staff at the bar counter.`
