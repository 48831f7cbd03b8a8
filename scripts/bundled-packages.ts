import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { inRoot, ROOT } from './paths.ts'

const found = new Set<string>()

/** Writes down `name@version` of every package that the bundles of an environment have code of. */
export function listBundledPackages(): Plugin {
  return {
    name: 'list-bundled-packages',
    // A page in another language holds the same.
    apply: (_, { command, mode }) => command === 'build' && mode === 'production',
    generateBundle(_, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk') continue
        for (const id of output.moduleIds) {
          const folder = toPackageFolder(id)
          if (folder) found.add(readNameAndVersion(folder))
        }
      }
      mkdirSync(inRoot('dist'), { recursive: true })
      const file = inRoot(`dist/packages-${this.environment.name}.json`)
      writeFileSync(file, JSON.stringify([...found].sort(), null, 2))
    },
  }
}

/** From the root; null for code of our own and of the bundler's. */
function toPackageFolder(moduleId: string): string | null {
  const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)/.exec(moduleId) ?? []
  return folder?.startsWith(ROOT) ? folder.slice(ROOT.length) : null
}

function readNameAndVersion(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(inRoot(`${folder}/package.json`), 'utf8'))
  return `${name}@${version}`
}
