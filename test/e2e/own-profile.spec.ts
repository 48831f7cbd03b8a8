import { readFileSync } from 'node:fs'
import { writePng } from '#test/fakes/write-png.ts'
import { expect, test } from './e2e.ts'
import { PersonPage } from './person-page.ts'

test('Ana moves by scanning a table, downloads her data and changes her profile; all see it at once', async ({
  bar,
  person,
}) => {
  const ana = await person('Ana', { table: '1', phone: '11987654321' })
  const bia = await person('Bia', { table: '2', expects: [/status of 404/] })

  await test.step('a person who scans another table of their bar may move there', async () => {
    await ana.page.goto(`/bar/${bar.id}/table/8`)
    await ana.untilListed()
    await expect(ana.page.getByText('Você está na Mesa 1. Mudar para a Mesa 8?')).toBeVisible()
    await ana.page.getByRole('button', { name: 'Mudar', exact: true }).click()
    await expect(ana.page.getByText(/^Você está na Mesa/)).toHaveCount(0)
    await ana.page.goto(`/bar/${bar.id}/table/8`)
    await ana.untilListed()
    await expect(ana.page.getByText(/^Você está na Mesa/)).toHaveCount(0)
    for (const person of [ana, bia]) await expect(person.row('Ana')).toContainText('Mesa 8')
  })

  const dialog = await ana.openOwnProfile()
  await test.step('all her data comes as one file', async () => {
    await bia.openChatWith('Ana')
    await bia.send('Oi, Ana')
    await bia.untilSent()
    await bia.goBackToList()
    const coming = ana.page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Baixar meus dados' }).click()
    const download = await coming
    expect(download.suggestedFilename()).toBe('meus-dados.json')
    const data = JSON.parse(readFileSync(await download.path(), 'utf8'))
    expect(data).toMatchObject({
      person: { name: 'Ana', table: '8', phone: '+5511987654321' },
      conversations: [{ with: 'Bia', messages: [{ text: 'Oi, Ana' }] }],
    })
  })

  await expect(dialog.getByRole('textbox', { name: 'Telefone' })).toHaveValue('(11) 98765-4321')
  await dialog.getByRole('textbox', { name: 'Nome ou Apelido' }).fill('Aninha')
  await dialog.getByRole('textbox', { name: 'Número da mesa' }).fill('')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Número da mesa' })).toBeFocused()
  await dialog.getByRole('textbox', { name: 'Número da mesa' }).fill('12')
  await dialog.getByText('Homens', { exact: true }).click()
  await expect(dialog.getByRole('switch')).not.toBeChecked()
  await ana.choosePhoto(writePng(600, 600, (x, y) => [x % 256, y % 256, 90], 6))
  // The photo is missing at first, as if it were stored just after the announcement. The page asks again.
  await bia.page.route('**/media/profiles/**', (route) => route.fulfill({ status: 404 }), {
    times: 1,
  })
  await dialog.getByRole('button', { name: 'Salvar' }).click()

  await ana.untilToast('Perfil atualizado')
  for (const person of [ana, bia]) {
    await expect(person.row('Aninha')).toContainText('Mesa 12')
    await expect(person.row('Aninha').locator('img')).toHaveJSProperty('naturalWidth', 256)
  }
  await expect(bia.row('Aninha')).toContainText('Interesse: Todos')
  await expect(ana.row('Aninha')).toContainText('Interesse: Homens')
  await expect(ana.row('Aninha')).toContainText('só você vê')
  await expect(bia.toast('Novo usuário')).toHaveCount(0)

  await ana.page.reload()
  const reopened = await ana.openOwnProfile()
  await expect(reopened.getByRole('radio', { name: 'Homens' })).toBeChecked()
  await expect(reopened.getByRole('switch')).not.toBeChecked()
})

test('R28 three tabs of one person appear, read and leave as one', async ({
  bar,
  device,
  peer,
}) => {
  const home = await device()
  const ana = new PersonPage(home, 'Ana')
  await ana.enterBar(bar.id, '1')
  const bia = await peer('Bia')
  const others = () =>
    [...bia.people.values()].map(({ name }) => name).filter((name) => name !== 'Bia')
  const tabs = [ana]
  for (const _ of [2, 3]) {
    // A window that a page opens gets a copy of its session storage, as a duplicated tab does.
    const opening = home.context.waitForEvent('page')
    await ana.page.evaluate(() => void window.open(location.href))
    tabs.push(new PersonPage({ page: await opening }, 'Ana'))
  }
  for (const tab of tabs) await expect(tab.row('Ana').getByText('Você')).toBeVisible()
  await expect.poll(others).toEqual(['Ana'])

  for (const text of ['um', 'dois']) bia.say(ana.id, text)
  for (const tab of tabs) {
    await expect(tab.row('Bia').getByText('2 mensagens não lidas de Bia')).toBeAttached()
  }
  await ana.page.bringToFront()
  await ana.openChatWith('Bia')
  for (const tab of tabs.slice(1)) await expect(tab.row('Bia').getByText(/não lida/)).toHaveCount(0)

  await ana.goBackToList()
  await ana.leave()
  for (const tab of tabs) {
    await expect(tab.page).toHaveURL('/')
    await expect(tab.page.getByText('Apagamos 1 perfil e 2 mensagens.')).toBeVisible()
    expect(Object.keys(await tab.storage())).toEqual(['marks'])
  }
  await expect.poll(others).toEqual([])
})
