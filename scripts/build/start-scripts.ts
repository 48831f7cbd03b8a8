import type { Plugin } from 'vite'
import { build } from 'vite'
import { inRoot, ROOT } from '../paths.ts'

const MODULE = 'virtual:start-scripts'
const RESOLVED = `\0${MODULE}`
/** The names that worker/start-scripts.d.ts declares, and their files in web/start. */
const SCRIPTS = {
  drawnPage: 'drawn-page',
  undrawnPage: 'undrawn-page',
  continueVisit: 'continue-visit',
  wayBack: 'way-back',
  offlinePage: 'offline-page',
}

/** Gives the Worker the scripts of web/start that it puts into pages, each as the text of one classic script. */
export function startScripts(): Plugin {
  return {
    name: 'start-scripts',
    resolveId: (id) => (id === MODULE ? RESOLVED : null),
    async load(id) {
      if (id !== RESOLVED) return null
      const exported = Object.entries(SCRIPTS).map(async ([name, file]) => {
        const entry = inRoot(`web/start/${file}.ts`)
        this.addWatchFile(entry)
        return `export const ${name} = ${JSON.stringify(await bundle(entry))}`
      })
      return (await Promise.all(exported)).join('\n')
    },
  }
}

async function bundle(entry: string): Promise<string> {
  const built = await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      lib: { entry, formats: ['iife'], name: 'start' },
    },
  })
  const [chunk] = [built].flat().flatMap((part) => ('output' in part ? part.output : []))
  if (chunk?.type !== 'chunk') throw new Error(`${entry} was not built.`)
  return chunk.code.trim()
}
