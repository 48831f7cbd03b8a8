import type { Page } from '@playwright/test'
import { writePng } from '#test/fakes/write-png.ts'
import { takeBar } from '#test/server/bar-pool.ts'
import { expect, test } from './e2e.ts'

test('T42 after “Sair do Bar” Back shows no data, and storage is empty', async ({
  bar,
  peer,
  person,
}) => {
  const ana = await person('Ana')
  await peer('Bia')
  await ana.page.goto(`/bar/${bar.id}/table/1`)
  await ana.choosePhoto(writePng(600, 800, (x, y) => [x % 256, y % 256, 90], 6))
  await ana.submitProfile()
  await ana.openChatWith('Bia')
  await ana.send('um segredo')
  await expect(ana.messages.getByText('enviada')).toHaveCount(1)
  await ana.composer.fill('um rascunho')
  await ana.goBackToList()
  await ana.leave()
  await ana.untilToast('Bar desconectado', 'Você saiu do bar')
  await expect(ana.page.getByText('Apagamos 1 perfil, 1 foto e 1 mensagem.')).toBeVisible()
  expect(Object.keys(await ana.storage())).toEqual(['marks'])

  await ana.page.goBack()
  await expect(ana.page.getByRole('button', { name: 'Entrar na Mesa' })).toBeVisible()
  await expect(ana.page.getByText(/Bia|um segredo|um rascunho/)).toHaveCount(0)
  await expect(ana.page.locator('main img')).toHaveCount(0)
  expect(Object.keys(await ana.storage())).toEqual(['marks'])
})

test('one leaves from the menu too, “Ficar” keeps everything, even after a reload, and entering another bar asks first', async ({
  bar,
  peer,
  person,
  server,
}) => {
  const ana = await person('Ana', { table: '1' })
  const bia = await peer('Bia')
  await holdLeaving(ana.page)
  await expect(ana.row('Ana')).toContainText('Apaga perfil e conversas.')
  await ana.openMenu()
  const menu = ana.page.getByRole('region', { name: bar.name })
  await menu.getByRole('button', { name: 'Sair do Bar' }).click()
  await ana.page.getByRole('button', { name: 'Ficar' }).click()
  await expect(ana.page.getByText('Saindo do bar…')).toHaveCount(0)
  await ana.page.reload()
  await expect(ana.row('Ana').getByText('Você')).toBeVisible()
  await expect.poll(() => bia.people.get(ana.id)?.online).toBe(true)

  const other = takeBar(server.stateDir)
  await ana.page.goto(`/bar/${other.id}/table/4`)
  await ana.page.getByRole('textbox', { name: 'Nome ou Apelido' }).fill('Ana')
  await ana.page.getByRole('button', { name: 'Começar a Conversar' }).click()
  const question = ana.page.getByRole('dialog', { name: 'Você está em outro bar' })
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await ana.untilListed()
  await ana.page.goto(`/bar/${other.id}/table/4`)
  await ana.page.getByRole('button', { name: 'Começar a Conversar' }).click()
  await question.getByRole('button', { name: 'Entrar aqui' }).click()
  await expect(ana.row('Ana')).toContainText('Mesa 4')
  await expect.poll(() => bia.people.has(ana.id)).toBe(false)
  const { deviceKeys = '{}' } = await ana.storage()
  expect(Object.keys(JSON.parse(deviceKeys))).toEqual([other.id])
})

/** Holds back the request to leave until it is cancelled: the room waits only two seconds. */
async function holdLeaving(page: Page): Promise<void> {
  const isTakenBack = Promise.withResolvers<void>()
  const isHeard = Promise.withResolvers<void>()
  await page.route('**/visit/leaving', async (route) => {
    if (route.request().method() === 'PUT') {
      await isTakenBack.promise
      await route.fulfill({ response: await route.fetch() })
      isHeard.resolve()
    } else {
      isTakenBack.resolve()
      await isHeard.promise
      await route.continue()
    }
  })
}
