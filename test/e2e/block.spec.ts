import type { Page } from '@playwright/test'
import { expect, test } from './e2e.ts'
import { PersonPage } from './person-page.ts'

const ended = (page: Page) => page.getByText('Esta conversa terminou.', { exact: true })

/** From the menu of the chat or the sheet that is open. */
async function block(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Mais opções' }).click()
  await confirmBlock(page, name)
}

async function confirmBlock(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Bloquear', exact: true }).click()
  const question = page.getByRole('dialog', { name: `Bloquear ${name}?` })
  await expect(question).toContainText('Ninguém recebe aviso.')
  await question.getByRole('button', { name: 'Bloquear', exact: true }).click()
}

test('T57 T13 one harasses, one blocks, a third notices nothing; a new profile does not reach her either', async ({
  device,
  bar,
}) => {
  // The browser's own line for what is refused.
  const phone = await device({ expects: [/404/] })
  const bruto = new PersonPage(phone, 'Bruto')
  const bia = new PersonPage(await device({ expects: [/404/] }), 'Bia')
  const caio = new PersonPage(await device(), 'Caio')
  await Promise.all([bruto, bia, caio].map((one, at) => one.enterBar(bar.id, `${at + 1}`)))
  await bruto.openChatWith('Bia')
  await bruto.send('Responde, vai')
  await bia.row('Bruto').getByRole('button', { name: 'Bruto', exact: true }).click()
  const sheet = bia.page.getByRole('dialog', { name: 'Bruto' })
  await sheet.getByRole('button', { name: 'Ver conversa' }).click()
  await bia.untilShows(['Responde, vai'])
  const toast = await bia.watchForToast('Pronto', 'Você e Bruto não se veem mais aqui.')
  await block(bia.page, 'Bruto')
  await toast()

  for (const one of [bia, bruto]) {
    await expect(ended(one.page)).toBeVisible()
    await expect(one.composer).toHaveCount(0)
  }
  // It is the same after a reload, and says nothing of leaving.
  await bruto.page.reload()
  await expect(ended(bruto.page)).toBeVisible()
  for (const [one, other] of [
    [bia, 'Bruto'],
    [bruto, 'Bia'],
  ] as const) {
    await one.page.getByRole('link', { name: 'Ver quem está no bar' }).click()
    await one.untilListed()
    await expect(one.row('Caio')).toBeVisible()
    await expect(one.row(other)).toHaveCount(0)
  }
  for (const name of ['Bruto', 'Bia']) await expect(caio.row(name)).toBeVisible()

  // Another profile of the same browser.
  await bruto.leave()
  await expect(bruto.page).toHaveURL(/\/$/)
  const again = new PersonPage(phone, 'Sonso')
  await again.enterBar(bar.id, '9')
  await expect(again.row('Caio')).toBeVisible()
  await expect(again.row('Bia')).toHaveCount(0)
  await expect(caio.row('Sonso')).toBeVisible()
  await expect(bia.row('Sonso')).toHaveCount(0)

  const profile = await bia.openOwnProfile()
  await profile.getByRole('button', { name: 'Pessoas que bloqueei' }).click()
  await profile.getByRole('button', { name: 'Desbloquear Bruto' }).click()
  await expect(profile.getByText('Você não bloqueou ninguém.')).toBeVisible()
  await profile.getByRole('button', { name: 'Fechar' }).click()
  await expect(bia.row('Sonso')).toBeVisible()
  await expect(again.row('Bia')).toBeVisible()

  // From the sheet it is the same, and the sheet closes.
  await bia.row('Sonso').getByRole('button', { name: 'Sonso', exact: true }).click()
  await block(bia.page, 'Sonso')
  await expect(bia.page.getByRole('dialog')).toHaveCount(0)
  await expect(bia.row('Sonso')).toHaveCount(0)
  await expect(again.row('Bia')).toHaveCount(0)

  // From the row too: it has a button for fingers and keys, and a right click or long press opens the same.
  const more = bia.page.getByRole('button', { name: 'Opções para Caio' })
  const menu = bia.page.getByRole('region', { name: 'Caio' })
  await bia.row('Caio').click({ button: 'right' })
  await expect(menu).toBeVisible()
  await bia.page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  const box = await more.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  await more.press('Enter')
  await expect(menu).toBeVisible()
  await confirmBlock(bia.page, 'Caio')
  await expect(bia.row('Caio')).toHaveCount(0)
  await expect(caio.row('Bia')).toHaveCount(0)
})
