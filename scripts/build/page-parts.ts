import { readFileSync } from 'node:fs'
import type { PageRow } from '#contract/pages.ts'
import { PAGE_TABLE, PAGES } from '#contract/pages.ts'
import { COME_BACK } from '#contract/paths.ts'
import { FRAMES } from '#web/page-frames.ts'
import { inRoot } from '../paths.ts'

const ROW = /^ {2}(\w+): async \(\) =>\s+\(await import\('#(web\/[^']+)'\)/gm

/**
 * The modules that web/router.tsx loads for each page. `source` is the text of web/page-parts.ts: importing
 * it would bundle every page into Vite's config.
 */
export function toPageParts(
  table: Record<string, PageRow>,
  source: string,
): Record<string, string[]> {
  const modules = new Map(Array.from(source.matchAll(ROW), ([, name, module]) => [name, module]))
  const find = (name: string): string => {
    const module = modules.get(name)
    if (module === undefined) throw new Error(`web/page-parts.ts has no line of ${name}.`)
    return module
  }
  const pages = Object.entries(table).map(([name, { path, openTo }]) => {
    return [path, [...FRAMES[openTo], name].map(find)]
  })
  return { ...Object.fromEntries(pages), '*': [find('notFound')] }
}

const parts = toPageParts(PAGE_TABLE, readFileSync(inRoot('web/page-parts.ts'), 'utf8'))
const comeBackTo = (page: string) => ['web/come-back.ts', ...(parts[page] ?? [])]

/** The modules that web/router.tsx and web/main.tsx load for a page. The Worker preloads their chunks. */
export const PAGE_PARTS: Record<string, string[]> = {
  ...parts,
  [PAGES.bar + COME_BACK]: comeBackTo(PAGES.table),
  [PAGES.chat + COME_BACK]: comeBackTo(PAGES.chat),
}

/** Modules that most visitors of a page need next and preload with it: a new visitor has no profile. */
export const LIKELY_PARTS: Record<string, string[]> = {
  [PAGES.table]: ['web/pages/entry/profile-part.tsx'],
}
type Chunk = {
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
