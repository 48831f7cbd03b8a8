import type * as portuguese from '../shared.ts'
import type { Translated } from '../translated.ts'

export const sharedTexts: Translated<typeof portuguese.sharedTexts> = {
  loading: 'Loading...',
  error: 'Error',
  unexpectedError: 'Something went wrong',
  requiredField: 'Required field',
  close: 'Close',
  clearSearch: 'Clear search',
  dismissToast: 'Dismiss',
  notifications: 'Notifications',
  backToHome: 'Back to home',
  safety: 'Safety',
  offline: 'No connection. Trying again…',
  offlineTitle: 'No connection',
  offlineHint: 'Check your connection and try again.',
  offlineWaits: 'No connection. We’ll keep trying.',
  skipToContent: 'Skip to content',
  crashed: 'Something went wrong on this page.',
  crashedRetry: 'Reload',
}

export const pageTitle: typeof portuguese.pageTitle = (productName, subject) =>
  subject ? `${subject} · ${productName}` : productName
