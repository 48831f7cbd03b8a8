import type * as portuguese from '../shared.ts'
import type { Translated } from '../translated.ts'

export const sharedTexts: Translated<typeof portuguese.sharedTexts> = {
  tagline: 'Meet interesting people in bars and clubs, the easy and fun way.',
  loading: 'Loading...',
  error: 'Error',
  unexpectedError: 'Something went wrong',
  requiredField: 'Required field',
  close: 'Close',
  clearSearch: 'Clear search',
  dismissToast: 'Dismiss',
  notifications: 'Notifications',
  backToHome: 'Back to home',
  terms: 'Terms of use',
  privacy: 'Privacy policy',
  safety: 'Safety',
  offline: 'No connection. Trying again…',
  offlineTitle: 'No connection',
  offlineHint: 'Check your connection and try again.',
  offlineWaits: 'No connection. We’ll keep trying.',
  photo: 'Photo',
  takePhoto: 'Take a photo',
  choosePhoto: 'Choose a photo',
  skipToContent: 'Skip to content',
  crashed: 'Something went wrong on this page.',
  crashedRetry: 'Reload',
}

export const pageTitle: typeof portuguese.pageTitle = (productName, subject) =>
  subject ? `${subject} · ${productName}` : productName
