import type * as portuguese from '../profile.ts'
import type { Translated } from '../translated.ts'

export const profileTexts: Translated<typeof portuguese.profileTexts> = {
  title: 'Create your profile',
  addPhoto: 'Add Photo',
  changePhoto: 'Change Photo',
  photoHint: 'A face helps break the ice.',
  removePhoto: 'Remove Photo',
  photoPreview: 'Your photo',
  photoRefused: 'This photo can’t be accepted. Choose another.',
  name: 'Name or Nickname',
  phone: 'Phone (Optional)',
  phonePlaceholder: '+1 415 555 0123',
  phoneHint: 'Recovers your profile. Only managers see it.',
  interest: 'I’d like to meet',
  showsInterest: 'Show my interest to people in the bar',
  consent: ['By continuing, you confirm that you’re 18 or older and accept the ', ' and the ', '.'],
  consentTerms: 'terms',
  consentPrivacy: 'privacy policy',
  submit: 'Start Chatting',
  submitting: 'Creating profile...',
  otherTable: 'Change tables',

  nameMissing: 'Name required',
  nameMissingHint: 'Please type your name or nickname',
  nameTooLong: 'Use at most 40 characters',
  phoneInvalid: 'Start with + and the country code.',

  created: 'Profile created!',
  createdDetail: 'Your profile was created successfully',
  recovered: 'Profile recovered',
  recoveredDetail: 'Your earlier profile was recovered',
  recoveredByPhoneDetail: 'For your safety, your conversations stay on the other device.',
  saveFailed: 'We couldn’t save your profile',
  updateFailed: 'We couldn’t update your profile',
  siteStopped: 'Nobody new can enter a bar right now. Try again in a few minutes.',
  barFull: 'This bar is full right now.',
  entryCode: 'Tonight’s code',
  entryCodeHint: 'It’s at the bar counter, or ask the staff.',
  entryCodeNeeded: 'This bar asks for tonight’s code.',
  entryCodeWrong: 'That’s not tonight’s code.',
  entryCodeInvalid: 'The code has six digits.',
  banned: 'This device is on a break. Try again in ten minutes.',
  tooManyTries: 'Too many attempts. Wait a little and try again.',

  crop: 'Adjust your photo',
  cropArea: 'Position of the photo',
  cropHint: 'Drag, or tap what should be in the middle.',
  cropZoom: 'Zoom',
  cropUse: 'Use photo',
  cropCancel: 'Cancel',

  notYou: 'Not you?',
  continueFailed: 'This profile is no longer here. Create another.',
  otherBar: 'You’re in another bar',
  otherBarConfirm: 'Enter here',
  otherBarCancel: 'Cancel',

  visitEnded: 'Your visit has ended',
  visitEndedHint: 'Create a new profile to chat again.',
  removed: 'Your visit was ended by the bar.',
  removedHint: 'If you think this is a mistake, talk to the bar’s staff.',
  emptied: 'The bar was cleared.',
  emptiedHint: 'You can enter again.',
  barGone: 'This bar has closed for good.',
  barGoneHint: 'Your profile and your conversations were erased.',
  barPaused: 'This bar is closed right now.',

  edit: 'Your profile',
  table: 'Table number',
  tableMissing: 'Type the table number',
  tableTooLong: 'Use at most 12 characters',
  save: 'Save',
  saving: 'Saving...',
  saved: 'Profile updated',
  savedDetail: 'People in the bar can see it now.',
  download: 'Download my data',
  downloadHint: 'Profile, conversations, blocks and call for help, in one file.',
  downloadFailed: 'We couldn’t download your data. Try again.',
  downloadName: 'my-data.json',
}

export const turnIn: typeof portuguese.turnIn = (seconds) =>
  `Lots of people are coming in right now. Your turn is in ${seconds} s.`

export const otherBarDetail: typeof portuguese.otherBarDetail = (barName) =>
  `If you enter here, your visit elsewhere (${barName}) ends, and your conversations there are erased.`

export const hereAs: typeof portuguese.hereAs = (name) => `You’re here as ${name}`

export const continueAs: typeof portuguese.continueAs = (name) => `Continue as ${name}`

export const zoomLabel: typeof portuguese.zoomLabel = (zoom) => `${Math.round(zoom * 100)}%`
