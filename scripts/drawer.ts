import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, parse } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { LOCAL_DIR, ROOT } from './paths.ts'

/**
 * Draws with a module of React components, given by its path from the root. It is built for Node
 * with the app's own plugins; nothing of it is served or stays.
 */
export async function withDrawer<Drawer, Drawn>(
  entry: string,
  draw: (drawer: Drawer) => Drawn | Promise<Drawn>,
): Promise<Drawn> {
  mkdirSync(LOCAL_DIR, { recursive: true })
  // Within the project, because what is built imports its packages.
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
  // Vite sets it, and whoever runs tests after a build must not find it.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
}
