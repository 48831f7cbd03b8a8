import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { TRANSLATIONS } from './contract/languages.ts'
import { lucideIcons } from './scripts/build/lucide-icons.ts'
import { serviceWorkerBuild } from './scripts/build/service-worker-build.ts'
import { toSharedChunk } from './scripts/build/shared-chunks.ts'
import { startScripts } from './scripts/build/start-scripts.ts'
import { listBundledPackages } from './scripts/build/third-party.ts'
import { translate } from './scripts/build/translate.ts'
import { toTranslationDir } from './scripts/paths.ts'

/** `vite build --mode en` builds the page alone, in that language. */
const toTranslation = (mode: string) => TRANSLATIONS.find((language) => language === mode)

function toPlace(mode: string) {
  const language = toTranslation(mode)
  return language && { outDir: toTranslationDir(language), copyPublicDir: false }
}

/** The Worker, which a translation does without: loading its plugin takes a second. */
async function workerOf(mode: string) {
  if (toTranslation(mode)) return false
  const { cloudflare } = await import('@cloudflare/vite-plugin')
  // The same state as `npm start`, so that a bar made in one is there in the other.
  return cloudflare({ persistState: { path: '.local/state' }, inspectorPort: false })
}

export default defineConfig(({ command, mode }) => ({
  plugins: [
    react(),
    tailwindcss(),
    lucideIcons,
    serviceWorkerBuild(),
    startScripts(),
    listBundledPackages(),
    translate(toTranslation(mode)),
    workerOf(mode),
  ],
  worker: { plugins: () => [listBundledPackages()] },
  // The Worker replaces this word in every page it serves with a fresh nonce.
  html: { cspNonce: '__CSP_NONCE__' },
  // The Worker tells each page which modules it needs (scripts/build.ts). No file names its source map, which
  // scripts/build/source-maps.ts takes away.
  build: { ...toPlace(mode), sourcemap: 'hidden', assetsInlineLimit: 0, modulePreload: false },
  // The manifest says which chunks a route needs, for preloading and the budget test.
  environments: {
    client: {
      // Browsers have both; partysocket's messages about missing ones are only weight. In development the
      // definitions would also change the library's own code.
      ...(command === 'build' && {
        define: { 'globalThis.EventTarget': 'true', 'globalThis.Event': 'true' },
      }),
      build: {
        manifest: true,
        rolldownOptions: {
          input: { index: 'index.html', 'service-worker': 'web/service-worker/service-worker.ts' },
          // `v` is valibot everywhere: a schema that no page uses is only weight.
          treeshake: { manualPureFunctions: ['v'] },
          output: {
            // At the root, where it serves the whole site, and under the name that browsers ask for again.
            entryFileNames: ({ name }) =>
              name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js',
            // In one file each: what the first script imports (the service worker must stay one file), and
            // what several chunks share. The bundler's own choice gives the list 47 scripts of 132 kB, or
            // 18 of 134 kB with `entriesAware`; B1 allows 8 of 124 kB.
            codeSplitting: {
              groups: [
                { name: 'index', test: /^(?!.*service-worker)/, tags: ['$initial'], priority: 1 },
                {
                  debugName: 'shared',
                  name: (id, context) => toSharedChunk(id, (one) => context.getModuleInfo(one)),
                  minShareCount: 2,
                  includeDependenciesRecursively: false,
                },
              ],
            },
          },
        },
      },
    },
  },
}))
