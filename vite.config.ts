import { cloudflare } from '@cloudflare/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), tailwindcss(), cloudflare()],
  // The Worker replaces this word in every page it serves with a fresh nonce.
  html: { cspNonce: '__CSP_NONCE__' },
  build: { sourcemap: false, assetsInlineLimit: 0 },
})
