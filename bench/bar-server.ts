import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { parse } from 'node:path'
import { build } from 'vite'
import type { BarRow } from '../scripts/bar-rows.ts'
import { toInsertBars } from '../scripts/bar-rows.ts'
import { startScripts } from '../scripts/build/start-scripts.ts'
import { migrateLocalDatabase, runLocalSql } from '../scripts/database.ts'
import { inRoot, ROOT } from '../scripts/paths.ts'
import type { Server, ServerOptions } from '../scripts/serve-build.ts'
import { startServer } from '../scripts/serve-build.ts'

/** A folder for one bench's storage, on disk, gone afterwards. */
export async function withStateDir<T>(use: (stateDir: string) => Promise<T>): Promise<T> {
  const stateDir = inRoot(`.local/bench/${randomUUID()}`)
  mkdirSync(stateDir, { recursive: true })
  try {
    return await use(stateDir)
  } finally {
    rmSync(stateDir, { recursive: true, force: true })
  }
}

/** Serves the build, with these bars in its database, as long as `use` takes. */
export function withBars<T>(
  bars: readonly (string | BarRow)[],
  options: Omit<ServerOptions, 'stateDir'>,
  use: (server: Server, stateDir: string) => Promise<T>,
): Promise<T> {
  return withStateDir(async (stateDir) => {
    await migrateLocalDatabase(stateDir)
    await runLocalSql(stateDir, toInsertBars(bars.map(toBar)))
    const server = await startServer({ ...options, stateDir })
    try {
      return await use(server, stateDir)
    } finally {
      await server.stop()
    }
  })
}

/** Bundles a Worker that only a bench serves into the folder, as the product's is. Returns its script. */
export async function bundle(entry: string, folder: string): Promise<string> {
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [startScripts()],
    resolve: { conditions: ['workerd', 'worker', 'module'] },
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr: entry,
      outDir: folder,
      rolldownOptions: { external: [/^cloudflare:/, /^node:/] },
    },
  })
  return `${folder}/${parse(entry).name}.js`
}

function toBar(bar: string | BarRow): BarRow {
  if (typeof bar !== 'string') return bar
  const street = { address: 'Rua Augusta', number: '1', city: 'São Paulo', state: 'SP' }
  return { id: bar, name: `Bar ${bar}`, ...street }
}
