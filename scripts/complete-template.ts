import { readFileSync, writeFileSync } from 'node:fs'
import { drawShells } from './draw-shells.ts'
import type { Manifest } from './manifest.ts'
import { collectFiles } from './manifest.ts'
import { LIKELY_PARTS, PAGE_PARTS } from './page-parts.ts'
import { BUILT_CLIENT_DIR } from './paths.ts'

const ENTRY = 'index.html'
const TEMPLATE = `${BUILT_CLIENT_DIR}/${ENTRY}`
const BODY_END = '</body>'

/**
 * Lays at the end of the template what the Worker puts into single pages: their first screens, and
 * which scripts each of them needs, so that a browser asks for all of them at once.
 */
export async function completeTemplate(manifest: Manifest): Promise<void> {
  const blocks = [
    ...Object.entries(await drawShells()).map(([name, html]) => toBlock('shell', name, html)),
    ...Object.entries({ ...PAGE_PARTS, '*': ['web/pages/not-found-page.tsx'] }).map(
      ([page, parts]) =>
        toBlock(
          'scripts',
          page,
          listScripts(manifest, [...parts, ...(LIKELY_PARTS[page] ?? [])]).join(' '),
        ),
    ),
  ]
  const html = readFileSync(TEMPLATE, 'utf8')
  writeFileSync(
    TEMPLATE,
    html.replace(BODY_END, () => `${blocks.join('')}${BODY_END}`),
  )
}

/** Without the entry itself, which stands in the template. */
function listScripts(manifest: Manifest, parts: readonly string[]): string[] {
  const files = collectFiles(manifest, [ENTRY, ...parts])
  files.delete(manifest[ENTRY]?.file ?? '')
  return [...files].filter((file) => file.endsWith('.js')).map((file) => `/${file}`)
}

function toBlock(kind: string, name: string, content: string): string {
  return `<!--${kind} ${name}-->${content}<!--/${kind}-->`
}
