import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { searchHeadlessChromium } from './scripts/chromium.ts'
import { BROWSER_SWITCHES } from './test/e2e/browser-switches.ts'
import { DESK, IS_EVERY_SCREEN, IS_SHORT } from './test/e2e/run-scope.ts'
import {
  FULL_TEST_HANGS_AFTER_MS,
  TEST_HANGS_AFTER_MS,
  WAIT_HANGS_AFTER_MS,
} from './test/hang-limits.ts'

/** Each screen test sets its own viewport sizes. */
const SCREENS = '**/screens/**'

const PHONE = {
  viewport: { width: 390, height: 844 },
  // Phones have a ratio of 3, but without a GPU the cost grows with its square.
  deviceScaleFactor: IS_EVERY_SCREEN ? 3 : 1,
  hasTouch: true,
  isMobile: true,
}

/** Undefined on a machine without a browser: linters load this file there, and a run's set-up installs one. */
const executablePath = searchHeadlessChromium()

export default defineConfig<{ translates: boolean }>({
  testDir: 'test',
  testMatch: '{e2e,screens}/*.spec.ts',
  globalSetup: './test/e2e/e2e-setup.ts',
  // Playwright empties it at each start; other runners write beside it.
  outputDir: 'test-results/browser',
  // A test that passes at the second try is a failure.
  retries: 0,
  // Half of a test is waiting: for timers of the product and for other people in the test.
  workers: availableParallelism() * 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: IS_EVERY_SCREEN ? FULL_TEST_HANGS_AFTER_MS : TEST_HANGS_AFTER_MS,
  expect: { timeout: WAIT_HANGS_AFTER_MS },
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      args: BROWSER_SWITCHES,
    },
    actionTimeout: WAIT_HANGS_AFTER_MS,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // Without a GPU, each frame of an animation costs milliseconds on every core.
    ...(IS_SHORT && { contextOptions: { reducedMotion: 'reduce' } }),
    // Its installation costs time, and it answers requests before the routes of a test.
    serviceWorkers: 'block',
    // Recording traces of all tests takes a third of the time.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'phone',
      use: PHONE,
    },
    // Each project starts its own workers, each with a server, so a short run has one project.
    ...(IS_EVERY_SCREEN
      ? [
          { name: 'desktop', testIgnore: SCREENS, use: DESK },
          { name: 'translated', testIgnore: SCREENS, use: { ...PHONE, translates: true } },
        ]
      : []),
  ],
})
