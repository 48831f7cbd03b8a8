import { defineConfig } from 'vitest/config'

/** The tests of pure modules, in Node: what workerd adds is not what they test. */
export default defineConfig({
  test: {
    provide: { testSize: 'quick' },
    // On a busy machine a test that is slow has found nothing.
    testTimeout: 60_000,
    include: [
      'contract/{bar-address,bar-form,bucket,csv,document,entry-code,face}.test.ts',
      'contract/{message,phone,plain-text,upgrade-query}.test.ts',
      'worker/policy/*.test.ts',
      'worker/auth/{keys,login-keys,tokens}.test.ts',
      'worker/http/{network,own-origin}.test.ts',
      'worker/media/{keys,malformed,picture}.test.ts',
      'worker/notices/push-services.test.ts',
      'worker/room/keyed-buckets.test.ts',
    ],
  },
})
