import { PAGES } from '#contract/paths.ts'

const inPages = (...parts: string[]) => parts.map((part) => `web/pages/${part}.tsx`)

/** The modules that web/router.tsx loads for a page, whose chunks a browser is told of at once. */
export const PAGE_PARTS: Record<string, string[]> = {
  [PAGES.landing]: inPages('landing-page'),
  [PAGES.barAccess]: inPages('bar-access-page'),
  [PAGES.bar]: inPages('bar-page'),
  [PAGES.table]: inPages('bar-layout', 'table-page'),
  [PAGES.chat]: inPages('bar-layout', 'chat-page'),
  [PAGES.adminLogin]: inPages('admin-login-page'),
  [PAGES.admin]: inPages('admin-guard', 'admin-page'),
  [PAGES.monitor]: inPages('admin-guard', 'monitor-page'),
  [PAGES.print]: inPages('admin-guard', 'print-page'),
  [PAGES.statistics]: inPages('admin-guard', 'numbers-page'),
  [PAGES.account]: inPages('admin-guard', 'account-page'),
  [PAGES.terms]: inPages('terms-page'),
  [PAGES.privacy]: inPages('privacy-page'),
}

/** What most people who open a page need next, asked for with the rest: nobody has a profile at first. */
export const LIKELY_PARTS: Record<string, string[]> = {
  [PAGES.table]: inPages('profile-part'),
}
