import type * as portuguese from '../help.ts'
import type { Translated } from '../translated.ts'

export const helpTexts: Translated<typeof portuguese.helpTexts> = {
  item: 'I need help',
  title: 'Help',
  question: 'What is happening?',
  whoReads: 'Only the bar’s staff get this, with your name and your table.',
  ifStaff: 'If it’s someone on the staff, call 190.',

  sending: 'Telling the staff...',
  told: 'We told the staff.',
  unanswered: 'The staff saw it, but nobody has answered yet. Go to the bar counter.',
  unansweredDetail: 'Your request stays open.',
  unseen: 'Nobody on the staff has seen it yet.',
  unseenDetail: 'Don’t wait: talk to someone on the staff. Your request stays open.',
  unsent: 'Your request hasn’t left this phone yet.',
  unsentDetail: 'We’re trying again. Don’t wait for it.',
  coming: 'On the way',
  comingDetail: 'Someone on the staff answered that they’re coming to you.',
  resolved: 'Resolved',
  resolvedDetail: 'The staff marked your request as resolved.',
  openShort: 'Request open',

  counter: 'Go to the bar counter',
  orCall: 'or call:',
  callIfWorse: 'Afraid or in danger? Call:',
  fine: 'I’m fine now',
  fineFailed: 'We couldn’t tell the staff just now. Try again.',
  still: 'I still need help',
}

export const helpKinds: typeof portuguese.helpKinds = {
  harassed: 'Someone is bothering me',
  unwell: 'I don’t feel well',
  leaving: 'I want to leave safely',
}

export const helpMeanwhile: typeof portuguese.helpMeanwhile = {
  harassed:
    'If you can, stay near other people. Left your table? Talk to someone at the bar counter.',
  unwell: 'Stay where you are, with someone beside you if possible.',
  leaving:
    'If you can, wait near other people. Left your table? Talk to someone at the bar counter.',
}

export const emergencyNames: typeof portuguese.emergencyNames = {
  190: 'Police',
  180: 'Women’s Helpline',
  192: 'Ambulance',
}

export const withNews: typeof portuguese.withNews = (label) => `${label}, with news`
