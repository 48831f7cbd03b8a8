import { readdirSync, readFileSync } from 'node:fs'
import type { Manifest } from '#scripts/page-parts.ts'
import { BUILT_CLIENT_DIR, BUILT_MANIFEST } from '#scripts/paths.ts'

/** Paths of all that is uploaded to be served, relative to dist/client. */
export function listClientFiles(): string[] {
  return readdirSync(BUILT_CLIENT_DIR, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(BUILT_CLIENT_DIR.length + 1))
}

export const readClientFile = (path: string): Buffer => readFileSync(`${BUILT_CLIENT_DIR}/${path}`)

export const readManifest = (): Manifest => JSON.parse(readFileSync(BUILT_MANIFEST, 'utf8'))
