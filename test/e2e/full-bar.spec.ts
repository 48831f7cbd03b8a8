import { Patron } from '#test/cast/patron.ts'
import { expect, test } from '#test/support/e2e.ts'
import { HttpPatron } from '#test/support/http-patron.ts'

const CROWD = 90

test('in a full bar the list grows as it is scrolled, and everybody is found', async ({
  bar,
  person,
  server,
}) => {
  test.slow()
  for (let index = 0; index < CROWD; index += 1) {
    await HttpPatron.enter(server.origin, bar.id, {
      name: `Pessoa ${String(index).padStart(2, '0')}`,
    })
  }
  const zuleica = await HttpPatron.enter(server.origin, bar.id, { name: 'Zuleica' })
  await zuleica.connect()
  const ana = new Patron(await person(), 'Ana')
  await ana.sitDown(bar.id, '7')
  await expect(ana.row('Pessoa 00')).toBeVisible()
  expect(await ana.page.getByRole('listitem').count()).toBeLessThan(CROWD)

  await test.step('who is far away and writes comes to the top', async () => {
    zuleica.sayTo(await ana.page.evaluate(() => sessionStorage.getItem('userId') ?? ''), 'Oi, Ana!')
    await expect(ana.row('Zuleica').getByText('1 mensagem não lida de Zuleica')).toBeAttached()
    await expect(ana.page.getByRole('listitem').nth(1)).toContainText('Zuleica')
  })

  await test.step('a search reaches whom the page never loaded', async () => {
    await ana.page.getByRole('searchbox').fill('pessoa 88')
    await expect(ana.row('Pessoa 88')).toBeVisible()
    await expect(ana.page.getByRole('listitem')).toHaveCount(1)
    await ana.page.getByRole('searchbox').fill('')
  })

  await test.step('the end of the list is the last of all', async () => {
    await expect(async () => {
      await ana.page.mouse.wheel(0, 4_000)
      await expect(ana.row(`Pessoa ${CROWD - 1}`)).toBeInViewport({ timeout: 500 })
    }).toPass({ timeout: 30_000 })
  })
  zuleica.close()
})
