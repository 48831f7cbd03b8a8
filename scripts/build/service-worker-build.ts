import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { PORTUGUESE } from '#contract/languages.ts'
import { OFFLINE_PAGE, SERVICE_WORKERS } from '#contract/paths.ts'

const FILE = SERVICE_WORKERS[PORTUGUESE].slice(1)
const WORD = '__BUILD__'
/** The offline page is drawn with this sheet. Other sheets belong to parts. */
const OFFLINE_FILE = /^assets\/index-[^/]*\.css$/

/**
 * Tells the service worker what the build is made of. Its bytes change with every file of the
 * build, which is how a browser learns that there is a new version.
 */
export function serviceWorkerBuild(): Plugin {
  return {
    name: 'service-worker-build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const worker = bundle[FILE]
        if (worker?.type !== 'chunk') return this.error(`${FILE} is missing in the build`)
        if (worker.imports.length > 0) return this.error(`${FILE} must be one file`)
        const map = bundle[`${FILE}.map`]
        if (map?.type !== 'asset') return this.error(`${FILE} has no source map`)
        const files = Object.keys(bundle)
          .filter((name) => name.startsWith('assets/') && !name.endsWith('.map'))
          .sort()
        const id = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12)
        const offlineFiles = files
          .filter((name) => OFFLINE_FILE.test(name))
          .map((name) => `/${name}`)
        const build = JSON.stringify({ id, offlinePage: OFFLINE_PAGE, offlineFiles })
        worker.code = `const ${WORD}=${build};\n${worker.code}`
        const { mappings, ...rest } = JSON.parse(map.source.toString())
        // In mappings, each semicolon ends a line.
        map.source = JSON.stringify({ ...rest, mappings: `;${mappings}` })
      },
    },
  }
}
