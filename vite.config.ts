import { cloudflare } from '@cloudflare/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vite'
import { listBundledPackages } from './scripts/bundled-packages.ts'
import { serviceWorkerBuild } from './scripts/service-worker-build.ts'

/** Lets the bundler drop what the page does not use of react-router: 4 kB. */
const shakeReactRouter: Plugin = {
  name: 'shake-react-router',
  transform: {
    filter: { id: /node_modules\/react-router\// },
    handler: (code) =>
      code
        .replace(/^\w+\.displayName = ".*";$/gm, '')
        .replace(/= (?=React\$1\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ '),
  },
}

const NOT_OF_ACCOUNTS =
  /^(?!.*\/(?:contract\/(?:texts\/)?(?:admin|team)|web\/(?:api|features|pages)\/(?:use-)?admin))/

export default defineConfig(({ command }) => ({
  plugins: [
    react(),
    tailwindcss(),
    // The same state as `npm start`, so that a bar made in one is there in the other.
    serviceWorkerBuild(),
    shakeReactRouter,
    listBundledPackages(),
    cloudflare({ persistState: { path: '.local/state' }, inspectorPort: false }),
  ],
  worker: { plugins: () => [listBundledPackages()] },
  // The Worker replaces this word in every page it serves with a fresh nonce.
  html: { cspNonce: '__CSP_NONCE__' },
  // The Worker tells each page which modules it needs (scripts/build.ts).
  build: { sourcemap: false, assetsInlineLimit: 0, modulePreload: false },
  // Which chunk a route needs, for the budget test and for preloading.
  environments: {
    client: {
      // Browsers have them; what partysocket would say where they are missing is only weight.
      // Not in development, where it would be taken into the library's own code.
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
            // Few files: each request costs, and small files compress worse. In one file each: what the first
            // script imports (the service worker must stay one file), what five chunks or more share, and
            // what the list and the chat share. What only those who sign in need is no weight of the others.
            codeSplitting: {
              groups: [
                { name: 'index', test: /^(?!.*service-worker)/, tags: ['$initial'], priority: 2 },
                { name: 'shared', test: NOT_OF_ACCOUNTS, minShareCount: 5, priority: 1 },
                { name: 'room', test: /web\/socket\// },
              ],
            },
          },
        },
      },
    },
  },
}))
