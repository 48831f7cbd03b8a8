import type * as portuguese from '../no-page.ts'
import type { Translated } from '../translated.ts'

export const noPageTexts: Translated<typeof portuguese.noPageTexts> = {
  notFoundTitle: '404',
  notFoundText: 'Oops! Page not found',
  notFoundLink: 'Return to Home',
  offlineText:
    'The page opens by itself when the connection is back. Check the Wi-Fi or your phone’s signal.',
  offlineRetry: 'Try again',
  unstarted: 'This page didn’t finish loading.',
  outdated: 'This browser is too old for the site. Update it, or open it in Chrome or Safari.',
  reload: 'Reload',
}
