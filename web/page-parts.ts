import type { ComponentType } from 'react'
import type { PageName } from '#contract/pages.ts'
import type { FrameName } from './page-frames.ts'

export type PartName = PageName | FrameName | 'notFound'

/** Loads each page of contract/pages.ts. The build reads these lines (scripts/build/page-parts.ts). */
export const PAGE_PARTS: Record<PartName, () => Promise<ComponentType>> = {
  landing: async () => (await import('#web/pages/site/landing-page.tsx')).LandingPage,
  barAccess: async () => (await import('#web/pages/entry/bar-access-page.tsx')).BarAccessPage,
  bar: async () => (await import('#web/pages/entry/bar-page.tsx')).BarPage,
  table: async () => (await import('#web/pages/bar/table-page.tsx')).TablePage,
  chat: async () => (await import('#web/pages/bar/chat-page.tsx')).ChatPage,
  adminLogin: async () => (await import('#web/pages/admin/admin-login-page.tsx')).AdminLoginPage,
  admin: async () => (await import('#web/pages/admin/admin-page.tsx')).AdminPage,
  monitor: async () => (await import('#web/pages/admin/monitor-page.tsx')).MonitorPage,
  entryCode: async () => (await import('#web/pages/admin/entry-code-page.tsx')).EntryCodePage,
  print: async () => (await import('#web/pages/admin/print-page.tsx')).PrintPage,
  statistics: async () => (await import('#web/pages/admin/statistics-page.tsx')).StatisticsPage,
  account: async () => (await import('#web/pages/admin/account-page.tsx')).AccountPage,
  editBar: async () => (await import('#web/pages/admin/admin-page.tsx')).EditBarPage,
  team: async () => (await import('#web/pages/admin/team-page.tsx')).TeamPage,
  acts: async () => (await import('#web/pages/admin/acts-page.tsx')).ActsPage,
  health: async () => (await import('#web/pages/admin/health-page.tsx')).HealthPage,
  joining: async () => (await import('#web/pages/admin/joining-page.tsx')).JoiningPage,
  terms: async () => (await import('#web/pages/site/legal-page.tsx')).TermsPage,
  privacy: async () => (await import('#web/pages/site/legal-page.tsx')).PrivacyPage,
  safety: async () => (await import('#web/pages/site/safety-page.tsx')).SafetyPage,
  accessibility: async () => (await import('#web/pages/site/legal-page.tsx')).AccessibilityPage,
  forBars: async () => (await import('#web/pages/site/for-bars-page.tsx')).ForBarsPage,
  notFound: async () => (await import('#web/pages/site/not-found-page.tsx')).NotFoundPage,
  barLayout: async () => (await import('#web/pages/bar/bar-layout.tsx')).BarLayout,
  adminGuard: async () => (await import('#web/pages/admin/admin-guard.tsx')).AdminGuard,
}
