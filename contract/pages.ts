/**
 * - `everybody`: anybody with the address.
 * - `patron`: a person in the bar; newcomers are asked for a profile.
 * - `staff`: a signed-in account of any role.
 * - `admin`: a signed-in administrator.
 *
 * The Worker serves every page to anybody. The page asks, and the API authorises each call.
 */
export type OpenTo = 'everybody' | 'patron' | 'staff' | 'admin'

export interface PageRow {
  path: string
  openTo: OpenTo
  /** Bars and their staff read Portuguese. */
  isPortugueseOnly?: true
}

/** Every page. Its component is in web/page-parts.ts. */
export const PAGE_TABLE = {
  landing: { path: '/', openTo: 'everybody' },
  barAccess: { path: '/bar-access', openTo: 'everybody' },
  bar: { path: '/bar/:barId', openTo: 'everybody' },
  table: { path: '/bar/:barId/table/:tableId', openTo: 'patron' },
  chat: { path: '/bar/:barId/chat/:userId', openTo: 'patron' },
  adminLogin: { path: '/admin-login', openTo: 'everybody', isPortugueseOnly: true },
  admin: { path: '/admin', openTo: 'admin' },
  monitor: { path: '/barmonitor', openTo: 'staff' },
  entryCode: { path: '/barmonitor/codigo/:barId', openTo: 'staff' },
  print: { path: '/admin/print', openTo: 'staff' },
  statistics: { path: '/admin/statistics', openTo: 'staff' },
  account: { path: '/admin/account', openTo: 'staff' },
  editBar: { path: '/admin/bar', openTo: 'staff' },
  team: { path: '/admin/team', openTo: 'staff' },
  acts: { path: '/admin/registro', openTo: 'staff' },
  health: { path: '/admin/saude', openTo: 'admin' },
  joining: { path: '/convite', openTo: 'everybody', isPortugueseOnly: true },
  terms: { path: '/termos', openTo: 'everybody' },
  privacy: { path: '/privacidade', openTo: 'everybody' },
  safety: { path: '/seguranca', openTo: 'everybody' },
  accessibility: { path: '/acessibilidade', openTo: 'everybody' },
  forBars: { path: '/para-bares', openTo: 'everybody', isPortugueseOnly: true },
} as const satisfies Record<string, PageRow>

export type PageName = keyof typeof PAGE_TABLE
export const PAGE_NAMES = Object.keys(PAGE_TABLE) as PageName[]

/** The path of each page. */
export const PAGES = Object.fromEntries(
  Object.entries(PAGE_TABLE).map(([name, { path }]) => [name, path]),
) as { readonly [Name in PageName]: (typeof PAGE_TABLE)[Name]['path'] }

/** The page of a bar, and those below it. */
export const isOfBar = (path: string): boolean => path.startsWith(PAGES.bar)

export const needsLogin = ({ openTo }: PageRow): boolean => openTo === 'staff' || openTo === 'admin'

export const isTranslated = (page: PageRow): boolean => !page.isPortugueseOnly && !needsLogin(page)
