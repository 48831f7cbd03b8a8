import type { ReactNode } from 'react'
import { Suspense } from 'react'
import { matchPath, Outlet, Route, Routes, useLocation, useParams } from 'react-router'
import type { PageRow } from '#contract/pages.ts'
import { isOfBar, needsLogin, PAGE_NAMES, PAGE_TABLE, PAGES } from '#contract/pages.ts'
import { VISIT_SECRET_KEY } from '#contract/stored-keys.ts'
import type { LazyPart } from '#web/ui/lazy-part.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { Arrival } from './arrival.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { pageAt } from './page-at.ts'
import { FRAMES } from './page-frames.ts'
import type { PartName } from './page-parts.ts'
import { PAGE_PARTS } from './page-parts.ts'

const parts = Object.fromEntries(
  Object.entries(PAGE_PARTS).map(([name, load]) => [name, lazyPart(load)]),
) as Record<PartName, LazyPart>

/** Layout and leaf load in parallel. Rendering what failed to load tries again. */
export async function loadPage(path: string): Promise<void> {
  const page = pageAt(path)
  const names: PartName[] = page ? [...FRAMES[PAGE_TABLE[page].openTo], page] : ['notFound']
  await Promise.allSettled(names.map((name) => parts[name].load()))
}

/** The bar's own page shares the connection of who is inside; others do not load it there. */
function BarFrame() {
  const { barId = '' } = useParams()
  const isBarPage = matchPath(PAGES.bar, useLocation().pathname)
  // Another bar begins anew: what ended the visit in this one says nothing there.
  const Frame = isBarPage && !hasVisitIn(barId) ? Outlet : parts.barLayout.Part
  return <Frame key={barId} />
}

function hasVisitIn(barId: string): boolean {
  try {
    return sessionStorage.getItem(VISIT_SECRET_KEY)?.includes(barId) === true
  } catch {
    return false // prerendered, or storage is blocked
  }
}

/** A failure ends with the next navigation. */
function UntilLeft({ children }: { children: ReactNode }) {
  return <ErrorBoundary place={useLocation().key}>{children}</ErrorBoundary>
}

/** The frame of a page that fails stays: the staff's guard rings for calls. */
function routesOf(belongs: (page: PageRow) => boolean) {
  return PAGE_NAMES.filter((name) => belongs(PAGE_TABLE[name])).map((name) => {
    const { Part } = parts[name]
    const page = (
      <UntilLeft>
        <Part />
      </UntilLeft>
    )
    return <Route key={name} path={PAGES[name]} element={page} />
  })
}

const ofBar = routesOf(({ path }) => isOfBar(path))
const behindLogin = routesOf(needsLogin)
const others = routesOf((page) => !isOfBar(page.path) && !needsLogin(page))

export function Router() {
  return (
    <Suspense>
      <Routes>
        <Route element={<Arrival />}>
          <Route element={<BarFrame />}>{ofBar}</Route>
          <Route element={<parts.adminGuard.Part />}>{behindLogin}</Route>
          {others}
          <Route path="*" element={<parts.notFound.Part />} />
        </Route>
      </Routes>
    </Suspense>
  )
}
