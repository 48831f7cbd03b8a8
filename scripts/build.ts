import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, parse } from 'node:path'
import { pathToFileURL } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { InlineConfig } from 'vite'
import { build } from 'vite'
import type { Language, Translation } from '../contract/languages.ts'
import { PORTUGUESE, TRANSLATIONS } from '../contract/languages.ts'
import { SERVICE_WORKERS, TEMPLATES } from '../contract/paths.ts'
import { lucideIcons } from './build/lucide-icons.ts'
import type { Manifest } from './build/page-parts.ts'
import { collectFiles, LIKELY_PARTS, PAGE_PARTS } from './build/page-parts.ts'
import { keepSourceMaps } from './build/source-maps.ts'
import { writeNotices } from './build/third-party.ts'
import { translate } from './build/translate.ts'
import { makeLocalSecrets } from './local-secrets.ts'
import { assertNotRunning } from './local-server.ts'
import {
  BUILT_CLIENT_DIR,
  BUILT_WORKER_CONFIG,
  BUILT_WORKER_DIR,
  LOCAL_DIR,
  LOCAL_WORKER_CONFIG,
  ROOT,
  toBuiltManifest,
  toTranslationDir,
} from './paths.ts'
import { runTool } from './run-tool.ts'
import { toUserError } from './user-error.ts'

const ENTRY = 'index.html'
const BODY_END = '</body>'
/** Vite writes it for lazy stylesheets, of which there are none. It is no valid <meta>. */
const NONCE_META = /\s*<meta property="csp-nonce"[^>]*>/
/** Named by web/styles/first-screens.css. */
const DRAWN_SCREENS = `${LOCAL_DIR}/first-screens.html`

/** Each throws a UserError where nothing can be built. A running app would lose the files that it serves. */
export const BEFORE_BUILD: readonly (() => void)[] = [assertNotRunning, () => makeLocalSecrets()]

/**
 * Builds page and Worker into dist/, and returns what the builds printed. Vite copies .dev.vars beside
 * the built Worker, so the local secrets come first. Throws a UserError while the app runs.
 */
export async function buildApp(): Promise<string> {
  for (const prepare of BEFORE_BUILD) prepare()
  const builds = [['build'], ...TRANSLATIONS.map((language) => ['build', '--mode', language])]
  const outputs = await Promise.all(builds.map(runVite))
  writeNotices()
  await completeTemplate(PORTUGUESE, BUILT_CLIENT_DIR)
  const styles = toBlock('styles', 'first', await buildFirstStyles())
  appendTo(`${BUILT_CLIENT_DIR}/${ENTRY}`, styles)
  for (const language of TRANSLATIONS) {
    await completeTemplate(language, toTranslationDir(language))
    appendTo(`${toTranslationDir(language)}/${ENTRY}`, styles)
    addTranslation(language)
  }
  // Vite copies the secrets beside the Worker with the rights of any file.
  chmodSync(`${BUILT_WORKER_DIR}/.dev.vars`, 0o600)
  keepSourceMaps()
  const { routes: _, ...local } = JSON.parse(readFileSync(BUILT_WORKER_CONFIG, 'utf8'))
  writeFileSync(LOCAL_WORKER_CONFIG, JSON.stringify(local))
  return outputs.join('')
}

async function runVite(args: string[]): Promise<string> {
  const { code, output } = await runTool('vite', [...args, '--logLevel', 'warn'])
  if (code !== 0) throw toUserError('The build', output)
  return output
}

/** Puts a page in another language beside the Portuguese one: its files have names of their own. */
function addTranslation(language: Translation): void {
  const from = toTranslationDir(language)
  cpSync(`${from}/assets`, `${BUILT_CLIENT_DIR}/assets`, { recursive: true })
  renameSync(`${from}/${ENTRY}`, BUILT_CLIENT_DIR + TEMPLATES[language])
  for (const ending of ['', '.map']) {
    const [worker, named] = [SERVICE_WORKERS[PORTUGUESE], SERVICE_WORKERS[language]]
    renameSync(from + worker + ending, BUILT_CLIENT_DIR + named + ending)
  }
  rmSync(from, { recursive: true })
}

/**
 * Appends to a built template what the Worker puts into single pages: their first screens (web/shells),
 * and which scripts each of them needs, so that a browser requests all of them at once. The manifest
 * leaves the folder that is served.
 */
async function completeTemplate(language: Language, dir: string): Promise<void> {
  const kept = toBuiltManifest(language)
  renameSync(`${dir}/.vite/manifest.json`, kept)
  const manifest: Manifest = JSON.parse(readFileSync(kept, 'utf8'))
  const draw = (drawer: { drawShells: () => Promise<Record<string, string>> }) =>
    drawer.drawShells()
  const shells = await withDrawer('web/shells/draw-shells.tsx', draw, language)
  const pages = Object.entries(PAGE_PARTS)
  const blocks = [
    ...Object.entries(shells).map(([name, html]) => toBlock('shell', name, html)),
    ...pages.map(([page, parts]) => {
      const scripts = listScripts(manifest, [...parts, ...(LIKELY_PARTS[page] ?? [])])
      return toBlock('scripts', page, scripts.join(' '))
    }),
  ]
  appendTo(`${dir}/${ENTRY}`, blocks.join(''))
}

function appendTo(template: string, blocks: string): void {
  const built = readFileSync(template, 'utf8').replace(NONCE_META, '')
  const html = built.replace(BODY_END, () => blocks + BODY_END)
  writeFileSync(template, html)
}

/** Builds the CSS of the prerendered screens, which have the same classes in every language. */
async function buildFirstStyles(): Promise<string> {
  const drawn = readFileSync(`${BUILT_CLIENT_DIR}/${ENTRY}`, 'utf8')
  writeFileSync(DRAWN_SCREENS, drawn.replaceAll('&amp;', '&').replaceAll('&gt;', '>'))
  const built = await buildHere({
    plugins: [tailwindcss()],
    build: { write: false, rolldownOptions: { input: 'web/styles/first-screens.css' } },
  })
  const files = [built].flat().flatMap((part) => ('output' in part ? part.output : []))
  const sheet = files.find(({ fileName }) => fileName.endsWith('.css'))
  if (sheet?.type !== 'asset') throw new Error('The styles of the first screens were not built.')
  return sheet.source.toString()
}

/** Lists the scripts without the entry, which the template already loads. */
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
  language: Language = PORTUGUESE,
): Promise<Drawn> {
  mkdirSync(LOCAL_DIR, { recursive: true })
  // Within the project, because the built module imports its packages.
  const outDir = mkdtempSync(join(LOCAL_DIR, 'drawer-'))
  try {
    const translation = TRANSLATIONS.find((each) => each === language)
    await buildHere({
      plugins: [react(), lucideIcons, translate(translation)],
      build: { ssr: entry, outDir },
    })
    const built = pathToFileURL(join(outDir, `${parse(entry).name}.js`))
    return await draw(await import(built.href))
  } finally {
    rmSync(outDir, { recursive: true })
  }
}

/** Vite sets NODE_ENV, and tests that run after a build must not find it. */
async function buildHere(config: InlineConfig): ReturnType<typeof build> {
  const { NODE_ENV } = process.env
  try {
    const base = { root: ROOT, configFile: false, logLevel: 'warn', publicDir: false } as const
    return await build({ ...base, ...config })
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
  }
}
