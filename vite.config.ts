import { cloudflare } from '@cloudflare/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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
  environments: { client: { build: { manifest: true } } },
})
