import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { completeTemplate } from './complete-template.ts'
import { makeLocalSecrets } from './local-secrets.ts'
import {
  BUILT_CLIENT_DIR,
  BUILT_MANIFEST,
  BUILT_WORKER_CONFIG,
  inRoot,
  LOCAL_WORKER_CONFIG,
} from './paths.ts'
import { refuse } from './refusal.ts'
import { runTool } from './run-tool.ts'

/**
 * Builds page and Worker into dist/. Vite copies .dev.vars beside the built Worker, so the local
 * secrets come first; the manifest leaves the folder that is served.
 */
export async function buildApp(): Promise<string> {
  makeLocalSecrets()
  const { code, output } = await runTool('vite', ['build', '--logLevel', 'warn'])
  if (code !== 0) throw refuse('The build', output)
  mkdirSync(inRoot('dist'), { recursive: true })
  renameSync(`${BUILT_CLIENT_DIR}/.vite/manifest.json`, BUILT_MANIFEST)
  await completeTemplate(JSON.parse(readFileSync(BUILT_MANIFEST, 'utf8')))
  const { routes: _, ...local } = JSON.parse(readFileSync(BUILT_WORKER_CONFIG, 'utf8'))
  writeFileSync(LOCAL_WORKER_CONFIG, JSON.stringify(local))
  return output
}
