import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
export default defineConfig({
  test: {
    fsModuleCache: false,
    projects: [
      {
        plugins: [
          cloudflareTest({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: { bindings: { VISIT_SIGNING_KEY: 'test' } },
          }),
        ],
        test: { name: 'worker', include: ['worker/**/*.test.ts'] },
      },
      { test: { name: 'node', include: ['contract/**/*.test.ts'] } },
    ],
  },
})
