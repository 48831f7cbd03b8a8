import { readdirSync, readFileSync } from 'node:fs'
import type { Language } from '#contract/languages.ts'
import type { Manifest } from '#scripts/build/page-parts.ts'
import { BUILT_CLIENT_DIR, toBuiltManifest } from '#scripts/paths.ts'

/** Paths of all that is uploaded to be served, relative to dist/client. */
export function listClientFiles(): string[] {
  return readdirSync(BUILT_CLIENT_DIR, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(BUILT_CLIENT_DIR.length + 1))
}

export const readClientFile = (path: string): Buffer => readFileSync(`${BUILT_CLIENT_DIR}/${path}`)

export const readManifest = (language: Language): Manifest =>
  JSON.parse(readFileSync(toBuiltManifest(language), 'utf8'))
