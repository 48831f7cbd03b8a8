import { address } from '#contract/address.ts'
import { PAGES } from '#contract/pages.ts'
import { aPerson } from '#test/fakes/people.ts'
import { expect, test } from './e2e.ts'
import { holdRequests } from './hold-requests.ts'
import { IS_SHORT } from './run-scope.ts'

// Texts for screen readers alone are never in the viewport.
const ALL = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 700, height: 900 },
  { width: 820, height: 1180 },
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
]
/** In `npm test` the narrowest, and both sides of the width from which actions need no menu. */
const SCREENS = IS_SHORT ? ALL.filter(({ width }) => [320, 820, 1024].includes(width)) : ALL

test('the back link of a chat and the bar of its head have a text at every width', async ({
  fake,
  page,
}) => {
  const bia = aPerson(1, { name: 'Beatriz Figueiredo' })
  await fake.enterRoom({ people: [bia], unread: { [bia.id]: 0 } })
  await fake.open(address(PAGES.chat, { barId: fake.bar.id, userId: bia.id }))
  for (const screen of SCREENS) {
    await page.setViewportSize(screen)
    await expect(page.getByText('Voltar', { exact: true })).toBeInViewport()
    await expect(page.getByRole('heading', { name: `Conversa com ${bia.name}` })).toBeInViewport()
    const barName = page.getByText(fake.bar.name).filter({ visible: true })
    await expect(barName.first()).toBeInViewport()
  }
})

test('administrators’ actions have texts at every width; their menu closes when its link is followed', async ({
  monitor,
}) => {
  // The test ends before the sockets of the board's sections are open.
  const board = await monitor({ expects: [/closed before the connection/] })
  const { page } = board
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  const isWritten = async (...texts: string[]) => {
    for (const text of texts) {
      const written = page.getByText(text, { exact: true }).filter({ visible: true })
      await expect(written).toBeInViewport({ ratio: 1 })
    }
  }
  const opensMenu = async (...texts: string[]) => {
    await menu.click()
    await isWritten('Ações', 'Registro', 'Saúde do sistema', 'Sua conta', ...texts)
    await page.keyboard.press('Escape')
    await expect(page.getByText('Ações', { exact: true })).toBeHidden()
  }
  await page.goto('/admin')
  for (const screen of SCREENS) {
    await page.setViewportSize(screen)
    await expect(page.getByRole('heading', { name: 'Área Administrativa' })).toBeInViewport()
    await isWritten('Monitorar Bares', 'Sair')
    await opensMenu()
  }

  await board.open()
  const actions = ['Atualizar', 'Cadastrar Bar', 'Sair']
  for (const screen of SCREENS) {
    await page.setViewportSize(screen)
    const isSmall = screen.width < 1024
    if (!isSmall) await isWritten(...actions)
    await opensMenu(...actions)
  }

  await page.setViewportSize({ width: 390, height: 844 })
  const release = await holdRequests(page, '**/assets/*.js')
  await board.act('Cadastrar Bar')
  await expect(page).toHaveURL('/admin')
  await expect(page.getByText('Ações')).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/barmonitor')
  await menu.click()
  await expect(page.getByText('Ações')).toBeVisible()
  release()
})
