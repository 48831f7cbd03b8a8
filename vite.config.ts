import { cloudflare } from '@cloudflare/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { serviceWorkerBuild } from './scripts/service-worker-build.ts'

// What nearly every page needs, in one file: split by use it would be a dozen small ones, which
// compress 1.5 kB worse. A part that few pages use does not belong here.
const CORE = [
  /node_modules\/(?:react|react-dom|react-router|scheduler|valibot)\//,
  /node_modules\/lucide\/dist\/esm\/icons\/(?:arrow-left|circle-alert|circle-check|info|x)\./,
  /web\/ui\/(?:button|link|spinner|page|pattern|field|focus-heading|icon|text-field|card|use-document-title|toast\/)/,
  /web\/(?:page-data|lazy-part|api\/(?:request|bars))\.ts/,
  /rolldown\/runtime|vite\/preload-helper/,
  /web\/features\/brand\/street/,
  /contract\/(?:table|interest|texts\/entry)\.ts/,
  /contract\/(?:errors|timings|timing-values|limits|limit-values|plain-text|bar|bar-id|page-data|paths|texts\/shared)\.ts/,
]

// The same for what only the list and the chat of a bar need.
const ROOM = [
  /node_modules\/partysocket\//,
  /web\/socket\//,
  /web\/pages\/(?:bar-layout|bar-room|bar-visit|connection-frame|open-room)/,
  /web\/ui\/(?:app-bar|badge|skeleton|empty-state|text-area)/,
  /web\/features\/message-signal\/(?:use-|unread|ring-once|signal-choice)/,
  /lucide\/dist\/esm\/icons\/(?:wifi-off|log-out)\./,
  /web\/session\/(?:drafts|kept-outbox|mint-id|visit|device-keys|profile-draft)/,
  /contract\/(?:protocol|message|person|id|texts\/(?:people|person))\.ts/,
]
// And for what the page before them shares with them.
const SEAT = [
  /web\/session\/(?:stored-item|patron-session|use-stored)/,
  /web\/pages\/(?:use-bar|use-bar-name)\.ts/,
  /web\/ui\/(?:banner|avatar)/,
]

export default defineConfig(({ command }) => ({
  plugins: [
    react(),
    tailwindcss(),
    // The same state as `npm start`, so that a bar made in one is there in the other.
    serviceWorkerBuild(),
    cloudflare({ persistState: { path: '.local/state' }, inspectorPort: false }),
  ],
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
            codeSplitting: {
              groups: [
                { name: 'core', test: (id) => CORE.some((part) => part.test(id)), priority: 3 },
                { name: 'seat', test: (id) => SEAT.some((part) => part.test(id)), priority: 2 },
                // Or it would follow the schema of a person into the room.
                { name: 'phone', test: /contract\/phone\.ts/, priority: 2 },
                { name: 'room', test: (id) => ROOM.some((part) => part.test(id)), priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
}))
