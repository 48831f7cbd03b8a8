import type { Page } from '@playwright/test'
import { expect, test } from '#test/support/e2e.ts'

/** Counts the view transitions that the page begins. */
async function countTransitions(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counted = document as Document & { begun: number }
    counted.begun = 0
    const begin = document.startViewTransition.bind(document)
    document.startViewTransition = (options) => {
      counted.begun += 1
      return begin(options)
    }
  })
  return () => page.evaluate(() => (document as Document & { begun: number }).begun)
}

test('one page fades into the next, where the browser can', async ({ person }) => {
  const { page } = await person()
  const begun = await countTransitions(page)
  await page.goto('/')
  // Pressed before the scripts are there, the link is a link.
  await page.waitForFunction(() => Object.keys(document.querySelector('#root a') ?? {}).length > 0)
  await page.getByRole('link', { name: 'Acessar um Bar' }).click()
  await expect(page.getByText('Acesse um bar para começar')).toBeVisible()
  await expect.poll(begun).toBeGreaterThan(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('R35 who wants less motion sees no page move', async ({ person }) => {
  const { page } = await person({ context: { reducedMotion: 'reduce' } })
  await page.goto('/')
  await page.getByRole('link', { name: 'Acessar um Bar' }).click()
  await expect(page.getByText('Acesse um bar para começar')).toBeVisible()
  const moving = await page.evaluate(
    () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
  )
  expect(moving).toBe(0)
})
