import { cloudflare } from '@cloudflare/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// What nearly every page needs, in one file: split by use it would be a dozen small ones, which
// compress 1.5 kB worse. A part that few pages use does not belong here.
const CORE = [
  /node_modules\/(?:react|react-dom|react-router|scheduler|valibot)\//,
  /node_modules\/lucide-react\/dist\/esm\/(?:shared|Icon|createLucideIcon|icons\/arrow-left)/,
  /web\/ui\/(?:button|link|spinner|page|field|text-field|card|use-document-title|toast\/)/,
  /web\/(?:page-data|api\/(?:request|bars))\.ts/,
  /contract\/(?:errors|timings|limits|plain-text|bar|bar-id|page-data|paths|texts\/shared)\.ts/,
]

// What the pages of a bar need, and administrators' pages in part: without a group, every such part
// would be a chunk of its own for patrons too.
const VISIT =
  /web\/session\/(?:stored-item|use-session|patron-session|kept-outbox|drafts|profile-draft|mint-id)|web\/pages\/use-bar\.ts|contract\/(?:id|protocol|phone|message|person|interest|table)\.ts/
const ROOM =
  /web\/(?:socket\/|ui\/(?:avatar|app-bar|banner|badge|empty-state|text-area)|pages\/use-bar-name)|contract\/texts\/(?:people|chat)|icons\/(?:users|log-out)/

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    // The same state as `npm start`, so that a bar made in one is there in the other.
    cloudflare({ persistState: { path: '.local/state' }, inspectorPort: false }),
  ],
  // The Worker replaces this word in every page it serves with a fresh nonce.
  html: { cspNonce: '__CSP_NONCE__' },
  // Every browser that runs this page preloads modules by itself.
  build: { sourcemap: false, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  // Which chunk a route needs, for the budget test and for preloading.
  environments: {
    client: {
      build: {
        manifest: true,
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'core', test: (id) => CORE.some((part) => part.test(id)) },
                { name: 'entry', test: /contract\/texts\/entry/ },
                { name: 'visit', test: VISIT },
                { name: 'room', test: ROOM },
              ],
            },
          },
        },
      },
    },
  },
})
