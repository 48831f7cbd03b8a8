import { CPU_SLOWED, tryCrowdedList } from './crowded-list.ts'
import { expect, test } from './e2e.ts'
import { IS_SHORT } from './run-scope.ts'

/** Chromium slows a page by burning CPU. */
const SLOWED = IS_SHORT ? 1 : CPU_SLOWED

test('no row of 5,000 people moves under a finger at twenty events a second', async ({
  browser,
  server,
  bar,
}, info) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
  })
  const found = await tryCrowdedList(await context.newPage(), server.origin, bar, SLOWED)
  await context.close()

  // `npm run bench -- list` judges the times, on a quiet machine.
  info.annotations.push({ type: 'measured', description: JSON.stringify(found) })
  expect(found.drawn).toBeLessThan(200)
  expect(found.interactions).toBeGreaterThan(0)
  expect(found.searchMs).toBeGreaterThan(0)
  expect(found).toMatchObject({ shift: 0, moved: [], writerPlace: 0 })
  expect(found.waited).toMatch(/^Mensagem de /)
})
