import { PAGES } from '../contract/paths.ts'
import { LIKELY_PARTS, PAGE_PARTS } from './page-parts.ts'
import { inRoot } from './paths.ts'

type GetModule = (
  id: string,
) => { importers: readonly string[]; dynamicImporters: readonly string[] } | null

/** The pages whose first scripts have a budget. */
const FIRST_PAGES: [chunk: string, page: string][] = [
  ['landing', PAGES.landing],
  ['access', PAGES.barAccess],
  ['bar', PAGES.bar],
  ['list', PAGES.table],
  ['chat', PAGES.chat],
]
const GUARD = 'web/pages/admin-guard.tsx'
/** Of the pages that need no login. */
const OPEN_PARTS = Object.values(PAGE_PARTS).flatMap((parts) =>
  parts.includes(GUARD) ? [] : parts,
)

/**
 * The chunk of a module that several chunks share: few files, because each request costs and small files
 * compress worse. It is named after the first pages that load it at once, or else after the first of form,
 * visit and desk that needs it. Null leaves it to the bundler.
 */
export function toSharedChunk(id: string, getModule: GetModule): string | null {
  const eager = findImporters(id, getModule, false)
  const pages = FIRST_PAGES.filter(([, page]) => hasAny(eager, PAGE_PARTS[page]))
  if (pages.length > 2) return 'shared'
  // What is loaded by its own name stays in a file of its own.
  if (getModule(id)?.dynamicImporters.length) return null
  if (pages.length > 0) return pages.map(([chunk]) => chunk).join('-')
  if (/node_modules\/(?!lucide\/)/.test(id)) return null
  if (hasAny(eager, LIKELY_PARTS[PAGES.table])) return 'form'
  return hasAny(findImporters(id, getModule, true), OPEN_PARTS) ? 'visit' : 'desk'
}

const hasAny = (modules: Set<string>, parts: string[] = []): boolean =>
  parts.some((part) => modules.has(inRoot(part)))

/** The modules that lead to this one, itself included; `isLazy` follows `import()` too. */
function findImporters(id: string, getModule: GetModule, isLazy: boolean): Set<string> {
  const found = new Set([id])
  // What is added while the set is walked is walked too.
  for (const module of found) {
    const { importers = [], dynamicImporters = [] } = getModule(module) ?? {}
    for (const importer of isLazy ? [...importers, ...dynamicImporters] : importers) {
      found.add(importer)
    }
  }
  return found
}
