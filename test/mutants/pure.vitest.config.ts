import { defineConfig } from 'vitest/config'

/** The tests of pure modules, in Node: what workerd adds is not what they test. */
export default defineConfig({
  test: {
    provide: { testSize: 'quick' },
    include: [
      'contract/{bucket-sizes,phone,document,bar-address,plain-text,text-length,upgrade-query}.test.ts',
      'worker/policy/*.test.ts',
      'worker/auth/{tokens,login-keys}.test.ts',
      'worker/http/network.test.ts',
      'worker/media/{picture,malformed}.test.ts',
    ],
  },
})
