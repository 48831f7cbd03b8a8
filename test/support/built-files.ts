import { readdirSync, readFileSync } from 'node:fs'
import { BUILT_CLIENT_DIR, BUILT_MANIFEST } from '#scripts/paths.ts'

type Chunk = {
  file: string
  src?: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}
type Manifest = Record<string, Chunk>

/** Paths of all that is uploaded to be served, relative to dist/client. */
export function listClientFiles(): string[] {
  return readdirSync(BUILT_CLIENT_DIR, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(BUILT_CLIENT_DIR.length + 1))
}

export const readClientFile = (path: string): Buffer => readFileSync(`${BUILT_CLIENT_DIR}/${path}`)

export const readManifest = (): Manifest => JSON.parse(readFileSync(BUILT_MANIFEST, 'utf8'))

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
