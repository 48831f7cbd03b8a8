import { PAGES } from '#contract/pages.ts'
import { inRoot } from '../paths.ts'
import { LIKELY_PARTS, PAGE_PARTS } from './page-parts.ts'

type GetModule = (
  id: string,
) => { importers: readonly string[]; dynamicImporters: readonly string[] } | null

const partsOf = (...pages: string[]) => pages.flatMap((page) => PAGE_PARTS[page] ?? [])

/** The pages whose first scripts have a budget. */
const FIRST_PAGES: [chunk: string, parts: string[]][] = [
  ['landing', partsOf(PAGES.landing)],
  ['access', partsOf(PAGES.barAccess)],
  ['bar', partsOf(PAGES.bar)],
  ['list', partsOf(PAGES.table)],
  ['chat', partsOf(PAGES.chat)],
]
/** Modules that every page loads after its first screen. */
const AFTER_START = ['web/after-start.ts']
const FORM_PARTS = LIKELY_PARTS[PAGES.table] ?? []
const TEXT_PARTS = partsOf(PAGES.terms, PAGES.safety, PAGES.forBars)
/** The parts for patrons, without those of the desk. */
const GUEST_PARTS = [...FIRST_PAGES.flatMap(([, parts]) => parts), ...FORM_PARTS, ...TEXT_PARTS]

/**
 * The chunk of a module that several chunks share: few files, because each request costs and small files
 * compress worse. It is named after what loads it at once: first pages, or else the form, and the pages of
 * text; or after who needs it later, guests or the desk. Null leaves it to the bundler.
 */
export function toSharedChunk(id: string, getModule: GetModule): string | null {
  const eager = findImporters(id, getModule, false)
  const names = FIRST_PAGES.filter(([, parts]) => hasAny(eager, parts)).map(([chunk]) => chunk)
  const isInText = hasAny(eager, TEXT_PARTS)
  if (hasAny(eager, AFTER_START) || names.length + Number(isInText) > 2) return 'shared'
  // A module that is also imported dynamically keeps its own file.
  if (getModule(id)?.dynamicImporters.length) return null
  if (names.length === 0) {
    if (/node_modules\/(?!@iconify-json\/)/.test(id)) return null
    if (hasAny(eager, FORM_PARTS)) names.push('form')
  }
  if (isInText) names.push('text')
  if (names.length > 0) return names.join('-')
  return hasAny(findImporters(id, getModule, true), GUEST_PARTS) ? 'guest' : 'desk'
}

const hasAny = (modules: Set<string>, parts: readonly string[]): boolean =>
  parts.some((part) => modules.has(inRoot(part)))

/** The modules that lead to this one, itself included; `isLazy` follows `import()` too. */
function findImporters(id: string, getModule: GetModule, isLazy: boolean): Set<string> {
  const found = new Set([id])
  // A Set's iteration also visits the modules that the loop adds.
  for (const module of found) {
    const { importers = [], dynamicImporters = [] } = getModule(module) ?? {}
    for (const importer of isLazy ? [...importers, ...dynamicImporters] : importers) {
      found.add(importer)
    }
  }
  return found
}
