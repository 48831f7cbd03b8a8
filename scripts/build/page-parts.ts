import { COME_BACK, PAGES } from '#contract/paths.ts'

const inPages = (...parts: string[]) => parts.map((part) => `web/pages/${part}.tsx`)

/** The modules that web/router.tsx and web/main.tsx load for a page. The Worker preloads their chunks. */
export const PAGE_PARTS: Record<string, string[]> = {
  [PAGES.landing]: inPages('site/landing-page'),
  [PAGES.barAccess]: inPages('entry/bar-access-page'),
  [PAGES.bar]: inPages('entry/bar-page'),
  [PAGES.table]: inPages('bar/bar-layout', 'bar/table-page'),
  [PAGES.chat]: inPages('bar/bar-layout', 'bar/chat-page'),
  [PAGES.bar + COME_BACK]: ['web/come-back.ts', ...inPages('bar/bar-layout', 'bar/table-page')],
  [PAGES.chat + COME_BACK]: ['web/come-back.ts', ...inPages('bar/bar-layout', 'bar/chat-page')],
  [PAGES.adminLogin]: inPages('admin/admin-login-page'),
  [PAGES.admin]: inPages('admin/admin-guard', 'admin/admin-page'),
  [PAGES.monitor]: inPages('admin/admin-guard', 'admin/monitor-page'),
  [PAGES.print]: inPages('admin/admin-guard', 'admin/print-page'),
  [PAGES.statistics]: inPages('admin/admin-guard', 'admin/statistics-page'),
  [PAGES.account]: inPages('admin/admin-guard', 'admin/account-page'),
  [PAGES.editBar]: inPages('admin/admin-guard', 'admin/admin-page'),
  [PAGES.team]: inPages('admin/admin-guard', 'admin/team-page'),
  [PAGES.acts]: inPages('admin/admin-guard', 'admin/acts-page'),
  [PAGES.health]: inPages('admin/admin-guard', 'admin/health-page'),
  [PAGES.joining]: inPages('admin/joining-page'),
  [PAGES.terms]: inPages('site/legal-page'),
  [PAGES.privacy]: inPages('site/legal-page'),
  [PAGES.accessibility]: inPages('site/legal-page'),
  [PAGES.safety]: inPages('site/safety-page'),
  [PAGES.forBars]: inPages('site/for-bars-page'),
}

/** Modules that most visitors of a page need next and preload with it: a new visitor has no profile. */
export const LIKELY_PARTS: Record<string, string[]> = {
  [PAGES.table]: inPages('entry/profile-part'),
}
export type Chunk = {
  file: string
  src?: string
  imports?: string[]
  css?: string[]
}
/** Vite's manifest of a build, by source file. */
export type Manifest = Record<string, Chunk>

/** The files that a module needs before it runs: its chunk, what it imports statically, their CSS. */
export function collectFiles(manifest: Manifest, sources: readonly string[]): Set<string> {
  const files = new Set<string>()
  const visit = (source: string): void => {
    const chunk = manifest[source]
    if (chunk === undefined) throw new Error(`${source} is no chunk of its own in the build.`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const css of chunk.css ?? []) files.add(css)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const source of sources) visit(source)
  return files
}
