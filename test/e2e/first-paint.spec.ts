import { Patron } from '#test/cast/patron.ts'
import { expect, test } from '#test/support/e2e.ts'

test('the first screens are there before any script, with the bar’s name in its place', async ({
  bar,
  person,
}) => {
  const { page } = await person({ context: { javaScriptEnabled: false } })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Brinde' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Acessar um Bar' })).toHaveAttribute(
    'href',
    '/bar-access',
  )
  await page.goto(`/bar/${bar.id}`)
  await expect(page.getByRole('heading', { name: bar.name })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Número da mesa' })).toBeVisible()
})

test('what was drawn by the build is taken over without a difference or a jump', async ({
  bar,
  person,
}) => {
  // A difference is told on the console, which fails the test.
  const ana = new Patron(await person(), 'Ana')
  for (const path of ['/', '/bar-access', `/bar/${bar.id}`]) {
    await ana.page.goto(path)
    const heading = await ana.page.locator('h1').elementHandle()
    // React leaves its mark on what it has taken over.
    await ana.page.waitForFunction(() => {
      const main = document.querySelector('main')
      return main !== null && Object.keys(main).some((key) => key.startsWith('__react'))
    })
    expect(await heading?.evaluate((element) => element.isConnected)).toBe(true)
    const shift = await ana.page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            resolve(
              list
                .getEntries()
                .reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0),
            )
          }).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => resolve(0), 500)
        }),
    )
    expect([path, shift]).toEqual([path, 0])
  }
})

test('a table typed before the scripts have come is not lost', async ({ bar, person }) => {
  const { page } = await person()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/bar/${bar.id}`, { waitUntil: 'commit' })
  await page.getByRole('textbox', { name: 'Número da mesa' }).fill('12')
  release()
  await page.waitForFunction(() => {
    const form = document.querySelector('form')
    return form !== null && Object.keys(form).some((key) => key.startsWith('__react'))
  })
  await page.getByRole('button', { name: 'Entrar na Mesa' }).click()
  await expect(page).toHaveURL(`/bar/${bar.id}/table/12`)
})
