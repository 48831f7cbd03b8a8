import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { BUILT_CLIENT_DIR, inRoot, ROOT } from './paths.ts'

const DRAWER = 'draw-shells'
const OUT_DIR = inRoot('dist/shells')
const BODY_END = '</body>'

/**
 * Draws the first screens (web/shells) and lays them at the end of the template, from where the
 * Worker takes the one that fits a page.
 */
export async function addShells(): Promise<void> {
  const { NODE_ENV } = process.env
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [react()],
    // Its entry for browsers holds arrays; the one for Node would be a second copy of all icons.
    ssr: { noExternal: ['lucide'] },
    build: { ssr: `web/shells/${DRAWER}.tsx`, outDir: OUT_DIR, emptyOutDir: true },
  })
  // Vite sets it, and whoever runs tests after a build must not find it.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  const drawer = await import(pathToFileURL(`${OUT_DIR}/${DRAWER}.js`).href)
  const shells: Record<string, string> = await drawer.drawShells()
  rmSync(OUT_DIR, { recursive: true })
  const template = `${BUILT_CLIENT_DIR}/index.html`
  const laid = Object.entries(shells).map(
    ([name, html]) => `<!--shell ${name}-->${html}<!--/shell-->`,
  )
  const html = readFileSync(template, 'utf8')
  writeFileSync(
    template,
    html.replace(BODY_END, () => `${laid.join('')}${BODY_END}`),
  )
}
