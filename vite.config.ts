import { cloudflare } from '@cloudflare/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { serviceWorkerBuild } from './scripts/service-worker-build.ts'

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    // The same state as `npm start`, so that a bar made in one is there in the other.
    serviceWorkerBuild(),
    cloudflare({ persistState: { path: '.local/state' }, inspectorPort: false }),
  ],
  // The Worker replaces this word in every page it serves with a fresh nonce.
  html: { cspNonce: '__CSP_NONCE__' },
  // The Worker tells each page which modules it needs (scripts/complete-template.ts).
  build: { sourcemap: false, assetsInlineLimit: 0, modulePreload: false },
  // Which chunk a route needs, for the budget test and for preloading.
  environments: {
    client: {
      build: {
        manifest: true,
        rolldownOptions: {
          input: { index: 'index.html', 'service-worker': 'web/service-worker/service-worker.ts' },
          treeshake: {
            // Schemas (`v` is valibot everywhere) and what react-router makes of React (`React$1`) are
            // dropped where they are not used, with their `displayName`: 5 kB on every page.
            manualPureFunctions: ['v', 'React$1'],
            propertyWriteSideEffects: false,
          },
          output: {
            // At the root, where it serves the whole site, and under the name that browsers ask for again.
            entryFileNames: ({ name }) =>
              name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js',
            // Small files compress worse: what eight chunks or more share is one file (-2.5 kB on a bar's page).
            codeSplitting: { groups: [{ name: 'shared', minShareCount: 8 }] },
          },
        },
      },
    },
  },
})
