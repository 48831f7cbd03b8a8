import { rmSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { inRoot, ROOT } from './paths.ts'

const DRAWER = 'draw-shells'
const OUT_DIR = inRoot('dist/shells')

/** Draws the first screens (web/shells), by name. */
export async function drawShells(): Promise<Record<string, string>> {
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
  const shells = await drawer.drawShells()
  rmSync(OUT_DIR, { recursive: true })
  return shells
}
