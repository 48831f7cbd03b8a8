import type { Language } from '#contract/languages.ts'
import { COME_BACK } from '#contract/paths.ts'
import { PAGE_TEXTS } from './page-texts.ts'

/** The dark background of the page (web/styles/tokens.css), shown while an installed app starts. */
const NIGHT = '#0e1512'

export function toManifest(productName: string, language: Language) {
  return {
    id: '/',
    name: productName,
    short_name: productName,
    description: PAGE_TEXTS[language].tagline,
    lang: language,
    dir: 'ltr',
    start_url: `/${COME_BACK}`,
    scope: '/',
    display: 'standalone',
    background_color: NIGHT,
    theme_color: NIGHT,
    categories: ['social', 'lifestyle'],
    icons: [
      { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
      { src: '/icon-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  }
}
