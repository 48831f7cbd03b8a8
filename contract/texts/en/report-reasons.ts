import type * as portuguese from '../report-reasons.ts'

export const REASON_NAMES: typeof portuguese.REASON_NAMES = {
  harassment: 'Harassment',
  fake_profile: 'Fake profile',
  indecent_photo: 'Inappropriate photo',
  insult: 'Insults',
  looks_underage: 'Looks underage',
  other: 'Something else',
}
