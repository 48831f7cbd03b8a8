import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.ts'
import { BROWSER_SWITCHES } from './test/e2e/browser-switches.ts'

/** `SCREENS=all` takes every test to both screens, the small one as sharp as phones are. */
const isEveryScreen = process.env.SCREENS === 'all'

const toFiles = (names: readonly string[]) => names.map((name) => `**/${name}.spec.ts`)

/** What is done at a desk, and is the same on a small screen. */
const AT_A_DESK = toFiles([
  'admin-account',
  'admin-bar',
  'bar-acts',
  'monitor-qr',
  'numbers',
  'print',
])

/** Where a large screen is another arrangement, or is used in another way. */
const ON_A_DESK_TOO = toFiles(['accessible-use', 'evening', 'first-paint', 'full-bar', 'monitor'])

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './test/e2e/e2e-setup.ts',
  // Emptied at each start; the reports and figures of other runners lie beside it.
  outputDir: 'test-results/browser',
  // A test that passes at the second try has found something; it does not pass.
  retries: 0,
  // One more than there are cores: much of a test is waiting for what takes its time in a bar.
  workers: availableParallelism() + 1,
  fullyParallel: true,
  forbidOnly: true,
  // What is awaited comes in a second or two; a machine that is busy with something else is no fault.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath: findChromium(),
      args: BROWSER_SWITCHES,
    },
    actionTimeout: 30_000,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // A trace of every test, to keep those of the failed, takes a third of the time of all.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'phone',
      ...(isEveryScreen ? {} : { testIgnore: AT_A_DESK }),
      use: {
        viewport: { width: 390, height: 844 },
        // Drawn without a GPU each costs its square.
        deviceScaleFactor: isEveryScreen ? 3 : 1,
        hasTouch: true,
        isMobile: true,
      },
    },
    {
      name: 'desktop',
      ...(isEveryScreen ? {} : { testMatch: [...AT_A_DESK, ...ON_A_DESK_TOO] }),
      // These choose their screens themselves.
      testIgnore: '**/accessible-states.spec.ts',
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
})
