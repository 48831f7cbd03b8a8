import { expect, test } from './e2e.ts'

test('the start page opens under the product’s name', async ({ person }) => {
  const { page } = await person()
  await page.goto('/')
  await expect(page).toHaveTitle(/Brinde/)
})
