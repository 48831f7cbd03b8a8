import type { Locator, Page } from '@playwright/test'
import { people } from '#test/fakes/people.ts'
import { inList } from '#test/screens/scene.ts'
import { expect, test } from './e2e.ts'
import { holdRequests } from './hold-requests.ts'
import { watchFor } from './watch-for.ts'

/** Presses Tab until `wanted` has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    if (await isFocused(wanted)) return
  }
  throw new Error(`Tab never reaches ${wanted}`)
}

function isFocused(wanted: Locator): Promise<boolean> {
  return wanted.evaluate((element) => element === document.activeElement)
}

test('R35 from the bar’s ID to a sent message without a mouse', async ({ bar, person, peer }) => {
  const ana = await person('Ana')
  await peer('Bia')
  const { page } = ana
  await page.goto('/')
  await tabTo(page, page.getByRole('link', { name: 'Acessar um Bar' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('textbox', { name: 'ID do bar' }))
  await page.keyboard.type(bar.id)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: bar.name })).toBeFocused()
  await tabTo(page, page.getByRole('textbox', { name: 'Número da mesa' }))
  const place = page.getByRole('button', { name: 'Balcão' })
  await tabTo(page, place)
  await page.keyboard.press('Enter')
  await expect(place).toHaveAttribute('aria-pressed', 'true')
  await tabTo(page, page.getByRole('button', { name: 'Entrar na Mesa' }))
  // Even where the form comes later than the page.
  const release = await holdRequests(page, '**/assets/profile-part-*.js')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Você está em ${bar.name}`, { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('No balcão', { exact: true })).toBeVisible()
  release()
  await expect(page.getByRole('textbox', { name: 'Nome ou Apelido' })).toBeVisible()
  await expect(page.getByRole('heading', { name: bar.name })).toBeFocused()
  await tabTo(page, page.getByRole('textbox', { name: 'Nome ou Apelido' }))
  await page.keyboard.type('Ana')
  await tabTo(page, page.getByRole('radio', { name: 'Todos' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Homens' })).toBeChecked()
  await tabTo(page, page.getByRole('button', { name: 'Começar a Conversar' }))
  await page.keyboard.press('Enter')
  await expect(ana.row('Bia')).toBeVisible()
  await expect(page.getByText('Pessoas no Bar')).toBeVisible()
  await expect(page.getByRole('heading', { name: bar.name })).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'Conversar com Bia' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Conversa com Bia' })).toBeVisible()
  // At a desk it has the focus already.
  if (!(await isFocused(ana.composer))) await tabTo(page, ana.composer)
  await page.keyboard.type('Oi, Bia!')
  await page.keyboard.press('Enter')
  await ana.untilSent()
})

test('R35 a dialog keeps the focus and gives it back, and screen readers hear toasts in live regions', async ({
  person,
  peer,
}) => {
  const ana = await person('Ana', { table: '7' })
  const opener = ana.page.getByRole('button', { name: 'Seu perfil' })
  await opener.press('Enter')
  const dialog = ana.page.getByRole('dialog', { name: 'Seu perfil' })
  await expect(dialog).toBeVisible()
  for (let presses = 0; presses < 15; presses += 1) {
    await ana.page.keyboard.press('Tab')
    const isInside = await dialog.evaluate(
      (element) =>
        element.contains(document.activeElement) || document.activeElement === document.body,
    )
    expect(isInside).toBe(true)
  }
  await ana.page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()

  const notices = ana.page.getByRole('region', { name: 'Avisos' })
  await expect(notices.getByRole('status')).toBeAttached()
  await expect(notices.getByRole('alert')).toBeAttached()
  const isSaid = await watchFor(ana.page, {
    texts: ['Bia entrou no bar'],
    within: 'section[aria-label=Avisos] [role=status]',
  })
  await peer('Bia')
  await isSaid()
})

test('R35 in forced colours presence and switches are still told apart', async ({ fake, page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await inList({ people: people(4) })(fake)
  const dotOf = (name: string) =>
    page
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByText(/^(?:Online|Offline)$/)
      .locator('..')
      .evaluate((dot) => getComputedStyle(dot).backgroundColor)
  await expect(page.getByText('Diego')).toBeVisible()
  expect(await dotOf('Bruno')).not.toBe(await dotOf('Diego'))

  await page.getByRole('button', { name: 'Seu perfil' }).click()
  await page.getByRole('dialog').getByText('Homens', { exact: true }).click()
  const look = page.getByRole('dialog').getByRole('switch').locator('+ span')
  const colour = () => look.evaluate((track) => getComputedStyle(track).backgroundColor)
  const checked = await colour()
  await look.click()
  await expect.poll(colour).not.toBe(checked)
})
