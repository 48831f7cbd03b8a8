import type { Language } from './languages.ts'

/** Shown by the service worker when offline. Not a page of the router. */
export const OFFLINE_PAGE = '/sem-conexao'
export const MANIFEST = '/manifest.webmanifest'
export const SERVICE_WORKERS: Record<Language, string> = {
  'pt-BR': '/service-worker.js',
  en: '/service-worker-en.js',
  es: '/service-worker-es.js',
}
/** The built templates of the pages. The Worker fills them in: browsers never get one as it is. */
export const TEMPLATES: Record<Language, string> = {
  'pt-BR': '/index.html',
  en: '/index-en.html',
  es: '/index-es.html',
}

/** A notice and the app's icon open an address with this end: the visit goes on unasked. */
export const COME_BACK = '?volta'

export const API = {
  bar: '/api/bars/:barId',
  online: '/api/bars/:barId/online',
  people: '/api/bars/:barId/people',
  recognise: '/api/bars/:barId/people/recognise',
  continue: '/api/bars/:barId/people/continue',
  visit: '/api/bars/:barId/visit',
  blocks: '/api/bars/:barId/visit/blocks',
  block: '/api/bars/:barId/visit/blocks/:personId',
  notices: '/api/bars/:barId/visit/notices',
  reports: '/api/bars/:barId/visit/reports',
  help: '/api/bars/:barId/visit/help',
  socket: '/api/bars/:barId/socket',
} as const

export const MEDIA_PREFIX = '/media/'

/** Browsers report violations of the pages' Content-Security-Policy here. */
export const CSP_REPORTS = '/api/reports/csp'
/** Shows that the Worker answers, and its version. With `?room`, the round trip to a room too. */
export const HEALTH = '/health'
/** Licences of the packages in the bundles; the build writes it. */
export const THIRD_PARTY = '/third-party.txt'
/** RFC 9116. */
export const SECURITY_TXT = '/.well-known/security.txt'
