import { COME_BACK, PAGES } from '#contract/paths.ts'

const inPages = (...parts: string[]) => parts.map((part) => `web/pages/${part}.tsx`)

/** The modules that web/router.tsx and web/main.tsx load for a page, whose chunks a browser is told of at once. */
export const PAGE_PARTS: Record<string, string[]> = {
  [PAGES.landing]: inPages('landing-page'),
  [PAGES.barAccess]: inPages('bar-access-page'),
  [PAGES.bar]: inPages('bar-page'),
  [PAGES.table]: inPages('bar-layout', 'table-page'),
  [PAGES.chat]: inPages('bar-layout', 'chat-page'),
  [PAGES.bar + COME_BACK]: ['web/come-back.ts', ...inPages('bar-layout', 'table-page')],
  [PAGES.chat + COME_BACK]: ['web/come-back.ts', ...inPages('bar-layout', 'chat-page')],
  [PAGES.adminLogin]: inPages('admin-login-page'),
  [PAGES.admin]: inPages('admin-guard', 'admin-page'),
  [PAGES.monitor]: inPages('admin-guard', 'monitor-page'),
  [PAGES.print]: inPages('admin-guard', 'print-page'),
  [PAGES.statistics]: inPages('admin-guard', 'statistics-page'),
  [PAGES.account]: inPages('admin-guard', 'account-page'),
  [PAGES.editBar]: inPages('admin-guard', 'admin-page'),
  [PAGES.team]: inPages('admin-guard', 'team-page'),
  [PAGES.acts]: inPages('admin-guard', 'acts-page'),
  [PAGES.health]: inPages('admin-guard', 'health-page'),
  [PAGES.joining]: inPages('joining-page'),
  [PAGES.terms]: inPages('legal-page'),
  [PAGES.privacy]: inPages('legal-page'),
  [PAGES.accessibility]: inPages('legal-page'),
  [PAGES.safety]: inPages('safety-page'),
  [PAGES.forBars]: inPages('for-bars-page'),
}

/** What most people who open a page need next, asked for with the rest: nobody has a profile at first. */
export const LIKELY_PARTS: Record<string, string[]> = {
  [PAGES.table]: inPages('profile-part'),
}
export type Chunk = {
  file: string
  src?: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}
/** What Vite tells of a build, by source file. */
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
