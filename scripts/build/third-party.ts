import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { THIRD_PARTY } from '#contract/paths.ts'
import { BUILT_CLIENT_DIR, inRoot, ROOT } from '../paths.ts'

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:\.\w+)?$/i
const RULE = '-'.repeat(78)
const found = new Set<string>()

/** Notices that the packages' own files omit. */
const NOTES: Record<string, string> = {
  '@iconify-json/lucide': readFileSync(inRoot('scripts/build/lucide-licence.txt'), 'utf8').trim(),
  'drizzle-orm': 'The text of the Apache License 2.0 stands under jsqr.',
  'zxing-wasm':
    'Holds zxing-cpp (https://github.com/zxing-cpp/zxing-cpp), Apache License 2.0: its text stands under jsqr.',
}

/** Writes down `name@version` of every package that the bundles of an environment have code of. */
export function listBundledPackages(): Plugin {
  return {
    name: 'list-bundled-packages',
    // A page in another language holds the same.
    apply: (_, { command, mode }) => command === 'build' && mode === 'production',
    generateBundle(_, bundle) {
      const ids = Object.values(bundle).flatMap((output) =>
        output.type === 'chunk' ? output.moduleIds : [],
      )
      for (const name of ids.flatMap((id) => toPackage(id) ?? [])) found.add(name)
      mkdirSync(inRoot('dist'), { recursive: true })
      const file = inRoot(`dist/packages-${this.environment.name}.json`)
      writeFileSync(file, JSON.stringify([...found].sort(), null, 2))
    },
  }
}

/** Returns null for our own and the bundler's code. */
function toPackage(moduleId: string): string | null {
  const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)/.exec(moduleId) ?? []
  if (!folder?.startsWith(ROOT)) return null
  const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  return `${name}@${version}`
}

/** Writes the licence of each package that the page's and the Worker's bundles have code of. */
export function writeNotices(): void {
  const bundled = globSync('dist/packages-*.json', { cwd: ROOT }).flatMap((file): string[] =>
    JSON.parse(readFileSync(inRoot(file), 'utf8')),
  )
  const notices = [...new Set(bundled)].sort().map(toNotice)
  const text = ['Parts of other projects in this one, and their licences.', ...notices].join(
    `\n\n${RULE}\n`,
  )
  writeFileSync(BUILT_CLIENT_DIR + THIRD_PARTY, `${text}\n`)
}

function toNotice(nameAndVersion: string): string {
  const name = nameAndVersion.slice(0, nameAndVersion.lastIndexOf('@'))
  // A second version of a package lies deeper; its licence is the same.
  const folder = inRoot(`node_modules/${name}`)
  const { license, homepage, repository } = JSON.parse(
    readFileSync(`${folder}/package.json`, 'utf8'),
  )
  const files = readdirSync(folder).filter((file) => LICENCE_FILE.test(file))
  const texts = files.map((file) => readFileSync(`${folder}/${file}`, 'utf8').trim())
  const home = homepage ?? repository?.url ?? repository ?? ''
  const head = [nameAndVersion, license, home].filter(Boolean).join('\n')
  return [head, ...(NOTES[name] ? [NOTES[name]] : []), ...texts].join('\n\n')
}
