import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { inRoot, ROOT } from '#scripts/paths.ts'

let drawn: Promise<string> | undefined

/** Draws the controls of web/ui in their states, once for a process. No part of what is served. */
export function drawControls(): Promise<string> {
  drawn ??= draw()
  return drawn
}

async function draw(): Promise<string> {
  const { NODE_ENV } = process.env
  const outDir = inRoot(`.local/controls-${process.pid}`)
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [react()],
    // Its entry for browsers holds arrays; the one for Node would be a second copy of all icons.
    ssr: { noExternal: ['lucide'] },
    build: { ssr: 'gallery/controls/sheet.tsx', outDir, emptyOutDir: true },
  })
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  const { drawSheet } = await import(pathToFileURL(`${outDir}/sheet.js`).href)
  return drawSheet()
}
