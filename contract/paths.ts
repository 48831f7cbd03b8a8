import type { Language } from './languages.ts'

export const PAGES = {
  landing: '/',
  barAccess: '/bar-access',
  bar: '/bar/:barId',
  table: '/bar/:barId/table/:tableId',
  chat: '/bar/:barId/chat/:userId',
  adminLogin: '/admin-login',
  admin: '/admin',
  monitor: '/barmonitor',
  entryCode: '/barmonitor/codigo/:barId',
  print: '/admin/print',
  statistics: '/admin/statistics',
  account: '/admin/account',
  editBar: '/admin/bar',
  team: '/admin/team',
  acts: '/admin/registro',
  health: '/admin/saude',
  joining: '/convite',
  terms: '/termos',
  privacy: '/privacidade',
  safety: '/seguranca',
  accessibility: '/acessibilidade',
  forBars: '/para-bares',
} as const

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

/** Pages for administrators, owners and staff are in Portuguese only. */
export const isOfStaff = (path: string): boolean =>
  /^\/(?:admin|barmonitor|convite|para-bares)/.test(path)

export const toPage = {
  bar: (barId: string) => `/bar/${barId}`,
  table: (barId: string, table: string) => `/bar/${barId}/table/${encodeURIComponent(table)}`,
  chat: (barId: string, personId: string) => `/bar/${barId}/chat/${personId}`,
} as const

/** A notice and the app's icon open an address with this end: the visit goes on unasked. */
export const COME_BACK = '?volta'

export const API = {
  bar: '/api/bars/:barId',
  online: '/api/bars/:barId/online',
  people: '/api/bars/:barId/people',
  recognise: '/api/bars/:barId/people/recognise',
  continue: '/api/bars/:barId/people/continue',
  conversation: '/api/bars/:barId/conversations/:personId',
  visit: '/api/bars/:barId/visit',
  blocks: '/api/bars/:barId/visit/blocks',
  block: '/api/bars/:barId/visit/blocks/:personId',
  notices: '/api/bars/:barId/visit/notices',
  reports: '/api/bars/:barId/visit/reports',
  help: '/api/bars/:barId/visit/help',
  socket: '/api/bars/:barId/socket',
} as const

export const toApi = {
  bar: (barId: string) => `/api/bars/${barId}`,
  online: (barId: string) => `/api/bars/${barId}/online`,
  people: (barId: string) => `/api/bars/${barId}/people`,
  recognise: (barId: string) => `/api/bars/${barId}/people/recognise`,
  continue: (barId: string) => `/api/bars/${barId}/people/continue`,
  conversation: (barId: string, personId: string) => `/api/bars/${barId}/conversations/${personId}`,
  visit: (barId: string) => `/api/bars/${barId}/visit`,
  blocks: (barId: string) => `/api/bars/${barId}/visit/blocks`,
  help: (barId: string) => `/api/bars/${barId}/visit/help`,
  block: (barId: string, personId: string) => `/api/bars/${barId}/visit/blocks/${personId}`,
  notices: (barId: string) => `/api/bars/${barId}/visit/notices`,
  reports: (barId: string) => `/api/bars/${barId}/visit/reports`,
  socket: (barId: string) => `/api/bars/${barId}/socket`,
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
