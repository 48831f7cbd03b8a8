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
