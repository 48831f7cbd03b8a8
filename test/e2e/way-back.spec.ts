import { address } from '#contract/address.ts'
import { PAGES } from '#contract/pages.ts'
import { expect, test } from './e2e.ts'
import { PersonPage } from './person-page.ts'

test('the phone’s Back never leads a person in the bar to an empty form', async ({
  bar,
  person,
  peer,
}) => {
  const ana = await person('Ana')
  await peer('Bia')
  let sockets = 0
  ana.page.on('websocket', () => {
    sockets += 1
  })
  await ana.page.goto('/bar-access')
  await ana.page.getByRole('textbox', { name: 'ID do bar' }).fill(bar.id)
  await ana.page.getByRole('button', { name: 'Acessar Bar' }).click()
  await ana.page.getByRole('textbox', { name: 'Número da mesa' }).fill('7')
  await ana.page.getByRole('button', { name: 'Entrar na Mesa' }).click()
  await ana.submitProfile()
  const here = ana.page.getByRole('heading', { name: 'Você está aqui como Ana' })
  const goOn = ana.page.getByRole('button', { name: 'Continuar como Ana' })

  await test.step('from the list it leads to the bar’s page, and the connection stays', async () => {
    await ana.page.goBack()
    await expect(ana.page).toHaveURL(address(PAGES.bar, { barId: bar.id }))
    await expect(ana.page.getByRole('textbox')).toHaveCount(0)
    await goOn.click()
    await ana.untilListed()
    expect(sockets).toBe(1)
  })

  await test.step('from a chat it leads to the list, and from there not into the chat again', async () => {
    await ana.openChatWith('Bia')
    await ana.page.goBack()
    await ana.untilListed()
    await ana.openChatWith('Bia')
    await ana.goBackToList()
    await ana.page.goBack()
    await expect(here).toBeVisible()
  })

  await test.step('from a chat that was opened by its address, too', async () => {
    await ana.page.goForward()
    await ana.openChatWith('Bia')
    const address = ana.page.url()
    await ana.page.goto('about:blank')
    await ana.page.goto(address)
    await expect(ana.composer).toBeVisible()
    await ana.page.goBack()
    await ana.untilListed()
    await expect(ana.page).toHaveURL(/\/table\/[0-9a-f-]{36}$/)
  })
})

test('T63 on a shared tablet “Não é você?” leaves nothing of the last person but the mark', async ({
  bar,
  person,
  peer,
}) => {
  await peer('Bia')
  // The press may end a connection that is being made.
  const expects = [/closed before the connection is established/]
  const ana = await person('Ana', { table: '5', phone: '11987654321', expects })
  await ana.openChatWith('Bia')
  await ana.send('um segredo')
  await ana.untilSent()
  await ana.composer.fill('um rascunho')
  const { marks } = await ana.storage()

  await ana.page.goto(address(PAGES.bar, { barId: bar.id }))
  await ana.page.getByRole('button', { name: 'Não é você?' }).click()
  await expect(ana.page.getByRole('heading', { level: 1 })).toBeFocused()
  await ana.page.goto(address(PAGES.table, { barId: bar.id, tableId: '5' }))
  await expect(ana.page.getByRole('textbox', { name: 'Nome ou Apelido' })).toHaveValue('')
  const nothing = async () => {
    expect(await ana.storage()).toEqual({ marks })
    await expect(ana.page.getByText(/Ana|Bia|um segredo|um rascunho/)).toHaveCount(0)
  }
  await nothing()
  for (const _ of ['chat', 'list']) {
    await ana.page.goBack()
    await expect(ana.page.getByRole('button', { name: 'Entrar na Mesa' })).toBeVisible()
    await nothing()
  }

  const nina = new PersonPage({ page: ana.page }, 'Nina')
  await nina.enterByForm(bar.id, '5')
  await expect(nina.row('Ana')).toContainText('Mesa 5')
  await expect(nina.row('Bia').getByText('um segredo')).toHaveCount(0)
  expect((await nina.storage()).marks).toBe(marks)
})
