import { sharedTexts } from '#contract/texts/shared.ts'

/** Of the page at night (web/styles/tokens.css): what shows while an installed app starts. */
const NIGHT = '#0e1512'

/** What a browser needs to install the product as an app. */
export function toManifest(productName: string) {
  return {
    id: '/',
    name: productName,
    short_name: productName,
    description: sharedTexts.tagline,
    lang: 'pt-BR',
    dir: 'ltr',
    start_url: '/',
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
