import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Language, Translation } from '../contract/languages.ts'
import { UserError } from './user-error.ts'

/** Ends in a slash. Every script works from here, regardless of the working directory. */
export const ROOT = fileURLToPath(new URL('../', import.meta.url))

export const inRoot = (path: string): string => `${ROOT}${path}`

/**
 * The tools' JavaScript itself: their shims in .bin, and npx, put a process between us and them
 * that survives when its parent is killed.
 */
export const TOOLS = {
  biome: inRoot('node_modules/@biomejs/biome/bin/biome'),
  knip: inRoot('node_modules/knip/dist/cli.js'),
  playwright: inRoot('node_modules/@playwright/test/cli.js'),
  tsc: inRoot('node_modules/typescript/bin/tsc'),
  vite: inRoot('node_modules/vite/bin/vite.js'),
  vitest: inRoot('node_modules/vitest/vitest.mjs'),
  wrangler: inRoot('node_modules/wrangler/wrangler-dist/cli.js'),
} as const

export type Tool = keyof typeof TOOLS

/** The environment that wrangler.toml describes. */
export const PRODUCTION = 'production'

/** Local data of the running app; `npm run reset` empties it. */
export const LOCAL_DIR = inRoot('.local')
export const STATE_DIR = inRoot('.local/state')
export const SECRETS_FILE = inRoot('.dev.vars')
const [, WORKER] =
  /^name\s*=\s*["']([^"']+)["']/m.exec(readFileSync(inRoot('wrangler.toml'), 'utf8')) ?? []
if (!WORKER) throw new UserError('wrangler.toml has no line name = "…", which names the Worker.')
/** The build names its folder for the Worker, whose dashes are underscores there. */
export const BUILT_WORKER_DIR = inRoot(`dist/${WORKER.replaceAll('-', '_')}`)
export const BUILT_WORKER_CONFIG = `${BUILT_WORKER_DIR}/wrangler.json`
/** The same without routes, because wrangler would give every request the host of the first one. */
export const LOCAL_WORKER_CONFIG = `${BUILT_WORKER_DIR}/local.json`
export const BUILT_CLIENT_DIR = inRoot('dist/client')
/** Holds a translated build until it is moved beside the Portuguese one. */
export const toTranslationDir = (language: Translation): string => inRoot(`dist/${language}`)
/** Outside dist/client, because what lies there is served. */
export const toBuiltManifest = (language: Language): string =>
  inRoot(`dist/manifest-${language}.json`)
