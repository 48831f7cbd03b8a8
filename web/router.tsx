import { Suspense } from 'react'
import { matchPath, Outlet, Route, Routes, useLocation, useParams } from 'react-router'
import { PAGES } from '#contract/paths.ts'
import { VISIT_SECRET_KEY } from '#contract/stored-keys.ts'
import { Arrival } from './arrival.tsx'
import { lazyPart } from './lazy-part.ts'

const landing = lazyPart(async () => (await import('#web/pages/site/landing-page.tsx')).LandingPage)
const barAccess = lazyPart(
  async () => (await import('#web/pages/entry/bar-access-page.tsx')).BarAccessPage,
)
const bar = lazyPart(async () => (await import('#web/pages/entry/bar-page.tsx')).BarPage)
const barLayout = lazyPart(async () => (await import('#web/pages/bar/bar-layout.tsx')).BarLayout)
const table = lazyPart(async () => (await import('#web/pages/bar/table-page.tsx')).TablePage)
const chat = lazyPart(async () => (await import('#web/pages/bar/chat-page.tsx')).ChatPage)
const adminLogin = lazyPart(
  async () => (await import('#web/pages/admin/admin-login-page.tsx')).AdminLoginPage,
)
const adminGuard = lazyPart(
  async () => (await import('#web/pages/admin/admin-guard.tsx')).AdminGuard,
)
const admin = lazyPart(async () => (await import('#web/pages/admin/admin-page.tsx')).AdminPage)
const editBar = lazyPart(async () => (await import('#web/pages/admin/admin-page.tsx')).EditBarPage)
const team = lazyPart(async () => (await import('#web/pages/admin/team-page.tsx')).TeamPage)
const joining = lazyPart(
  async () => (await import('#web/pages/admin/joining-page.tsx')).JoiningPage,
)
const monitor = lazyPart(
  async () => (await import('#web/pages/admin/monitor-page.tsx')).MonitorPage,
)
const entryCode = lazyPart(
  async () => (await import('#web/pages/admin/entry-code-page.tsx')).EntryCodePage,
)
const print = lazyPart(async () => (await import('#web/pages/admin/print-page.tsx')).PrintPage)
const numbers = lazyPart(
  async () => (await import('#web/pages/admin/statistics-page.tsx')).StatisticsPage,
)
const account = lazyPart(
  async () => (await import('#web/pages/admin/account-page.tsx')).AccountPage,
)
const acts = lazyPart(async () => (await import('#web/pages/admin/acts-page.tsx')).ActsPage)
const health = lazyPart(async () => (await import('#web/pages/admin/health-page.tsx')).HealthPage)
const terms = lazyPart(async () => (await import('#web/pages/site/legal-page.tsx')).TermsPage)
const privacy = lazyPart(async () => (await import('#web/pages/site/legal-page.tsx')).PrivacyPage)
const accessibility = lazyPart(
  async () => (await import('#web/pages/site/legal-page.tsx')).AccessibilityPage,
)
const safety = lazyPart(async () => (await import('#web/pages/site/safety-page.tsx')).SafetyPage)
const forBars = lazyPart(
  async () => (await import('#web/pages/site/for-bars-page.tsx')).ForBarsPage,
)
const notFound = lazyPart(
  async () => (await import('#web/pages/site/not-found-page.tsx')).NotFoundPage,
)

const PARTS = [
  [PAGES.landing, landing],
  [PAGES.barAccess, barAccess],
  [PAGES.bar, bar],
  [PAGES.table, barLayout, table],
  [PAGES.chat, barLayout, chat],
  [PAGES.adminLogin, adminLogin],
  [PAGES.admin, adminGuard, admin],
  [PAGES.editBar, adminGuard, editBar],
  [PAGES.team, adminGuard, team],
  [PAGES.joining, joining],
  [PAGES.monitor, adminGuard, monitor],
  [PAGES.entryCode, adminGuard, entryCode],
  [PAGES.print, adminGuard, print],
  [PAGES.statistics, adminGuard, numbers],
  [PAGES.account, adminGuard, account],
  [PAGES.acts, adminGuard, acts],
  [PAGES.health, adminGuard, health],
  [PAGES.terms, terms],
  [PAGES.privacy, privacy],
  [PAGES.safety, safety],
  [PAGES.accessibility, accessibility],
  [PAGES.forBars, forBars],
] as const

/** Layout and leaf load in parallel. Rendering what failed to load tries again. */
export async function loadPage(path: string): Promise<void> {
  const [, ...parts] = PARTS.find(([pattern]) => matchPath(pattern, path)) ?? [null, notFound]
  await Promise.allSettled(parts.map(({ load }) => load()))
}

/** The bar's own page shares the connection of who is inside; others do not load it there. */
function BarFrame() {
  const { barId = '' } = useParams()
  const isBarPage = matchPath(PAGES.bar, useLocation().pathname)
  return isBarPage && !hasVisitIn(barId) ? <Outlet /> : <barLayout.Part />
}

function hasVisitIn(barId: string): boolean {
  try {
    return sessionStorage.getItem(VISIT_SECRET_KEY)?.includes(barId) === true
  } catch {
    return false // prerendered, or storage is blocked
  }
}

export function Router() {
  return (
    <Suspense>
      <Routes>
        <Route element={<Arrival />}>
          <Route path={PAGES.landing} element={<landing.Part />} />
          <Route path={PAGES.barAccess} element={<barAccess.Part />} />
          <Route element={<BarFrame />}>
            <Route path={PAGES.bar} element={<bar.Part />} />
            <Route path={PAGES.table} element={<table.Part />} />
            <Route path={PAGES.chat} element={<chat.Part />} />
          </Route>
          <Route path={PAGES.adminLogin} element={<adminLogin.Part />} />
          <Route path={PAGES.joining} element={<joining.Part />} />
          <Route element={<adminGuard.Part />}>
            <Route path={PAGES.admin} element={<admin.Part />} />
            <Route path={PAGES.editBar} element={<editBar.Part />} />
            <Route path={PAGES.team} element={<team.Part />} />
            <Route path={PAGES.monitor} element={<monitor.Part />} />
            <Route path={PAGES.entryCode} element={<entryCode.Part />} />
            <Route path={PAGES.print} element={<print.Part />} />
            <Route path={PAGES.statistics} element={<numbers.Part />} />
            <Route path={PAGES.account} element={<account.Part />} />
            <Route path={PAGES.acts} element={<acts.Part />} />
            <Route path={PAGES.health} element={<health.Part />} />
          </Route>
          <Route path={PAGES.terms} element={<terms.Part />} />
          <Route path={PAGES.privacy} element={<privacy.Part />} />
          <Route path={PAGES.safety} element={<safety.Part />} />
          <Route path={PAGES.accessibility} element={<accessibility.Part />} />
          <Route path={PAGES.forBars} element={<forBars.Part />} />
          <Route path="*" element={<notFound.Part />} />
        </Route>
      </Routes>
    </Suspense>
  )
}
