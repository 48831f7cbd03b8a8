import { expect, test } from 'vitest'
import { runTool } from './run-tool.ts'

const runWithoutChromium = (...args: string[]) =>
  // The reports and pictures of the last run stay.
  runTool('playwright', ['test', '--reporter=list', '--output=test-results/none', ...args], {
    env: { CHROMIUM_PATH: '/nowhere/chromium' },
  })

test('without a browser its tests are refused in a sentence', async () => {
  const { code, output } = await runWithoutChromium()
  expect(code).toBe(1)
  expect(output).toContain('The browser tests need Chromium: install it')
})

test('the settings of the browser tests load on a machine without a browser', async () => {
  const { code, output } = await runWithoutChromium('--list')
  expect(output).toMatch(/^Total: \d{3}/m)
  expect(code).toBe(0)
})
