import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { makeLocalSecrets } from './local-secrets.ts'
import type { Manifest } from './page-parts.ts'
import { collectFiles, LIKELY_PARTS, PAGE_PARTS } from './page-parts.ts'
import {
  BUILT_CLIENT_DIR,
  BUILT_MANIFEST,
  BUILT_WORKER_CONFIG,
  inRoot,
  LOCAL_DIR,
  LOCAL_WORKER_CONFIG,
  ROOT,
} from './paths.ts'
import { runTool } from './run-tool.ts'
import { writeNotices } from './third-party.ts'
import { runScript, toUserError } from './user-error.ts'

const ENTRY = 'index.html'
const TEMPLATE = `${BUILT_CLIENT_DIR}/${ENTRY}`
const BODY_END = '</body>'

/**
 * Builds page and Worker into dist/, and returns what the build printed. Vite copies .dev.vars beside
 * the built Worker, so the local secrets come first; the manifest leaves the folder that is served.
 */
export async function buildApp(): Promise<string> {
  makeLocalSecrets()
  const { code, output } = await runTool('vite', ['build', '--logLevel', 'warn'])
  if (code !== 0) throw toUserError('The build', output)
  mkdirSync(inRoot('dist'), { recursive: true })
  renameSync(`${BUILT_CLIENT_DIR}/.vite/manifest.json`, BUILT_MANIFEST)
  writeNotices()
  await completeTemplate(JSON.parse(readFileSync(BUILT_MANIFEST, 'utf8')))
  const { routes: _, ...local } = JSON.parse(readFileSync(BUILT_WORKER_CONFIG, 'utf8'))
  writeFileSync(LOCAL_WORKER_CONFIG, JSON.stringify(local))
  return output
}

interface ShellDrawer {
  drawShells: () => Promise<Record<string, string>>
}

/**
 * Appends to the template what the Worker puts into single pages: their first screens (web/shells),
 * and which scripts each of them needs, so that a browser requests all of them at once.
 */
async function completeTemplate(manifest: Manifest): Promise<void> {
  const shells = await withDrawer('web/shells/draw-shells.tsx', ({ drawShells }: ShellDrawer) =>
    drawShells(),
  )
  const pages = Object.entries({ ...PAGE_PARTS, '*': ['web/pages/not-found-page.tsx'] })
  const blocks = [
    ...Object.entries(shells).map(([name, html]) => toBlock('shell', name, html)),
    ...pages.map(([page, parts]) => {
      const scripts = listScripts(manifest, [...parts, ...(LIKELY_PARTS[page] ?? [])])
      return toBlock('scripts', page, scripts.join(' '))
    }),
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

const toBlock = (kind: string, name: string, content: string): string =>
  `<!--${kind} ${name}-->${content}<!--/${kind}-->`

/**
 * Draws with a module of React components, given by its path from the root. It is built for Node
 * with the app's own plugins and deleted afterwards.
 */
export async function withDrawer<Drawer, Drawn>(
  entry: string,
  draw: (drawer: Drawer) => Drawn | Promise<Drawn>,
): Promise<Drawn> {
  mkdirSync(LOCAL_DIR, { recursive: true })
  // Within the project, because the built module imports its packages.
  const outDir = mkdtempSync(join(LOCAL_DIR, 'drawer-'))
  try {
    await buildForNode(entry, outDir)
    const built = pathToFileURL(join(outDir, `${parse(entry).name}.js`))
    return await draw(await import(built.href))
  } finally {
    rmSync(outDir, { recursive: true })
  }
}

async function buildForNode(entry: string, outDir: string): Promise<void> {
  const { NODE_ENV } = process.env
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [react()],
    // Its entry for browsers holds arrays; the one for Node would be a second copy of all icons.
    ssr: { noExternal: ['lucide'] },
    build: { ssr: entry, outDir },
  })
  // Vite sets it, and tests that run after a build must not find it.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
}

if (import.meta.main) {
  await runScript(async () => {
    process.stdout.write(await buildApp())
  })
}
