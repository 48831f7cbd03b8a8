import { ROOM_SOCKET } from '#test/fakes/fake-server.ts'
import { expect, test } from './e2e.ts'
import { enterTwo } from './person-page.ts'

// Texts for screen readers alone are never in the viewport.
const SCREENS = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 700, height: 900 },
  { width: 1280, height: 800 },
]

test('a loading list says so in text', async ({ bar, person }) => {
  const ana = await person('Ana')
  await ana.page.routeWebSocket(ROOM_SOCKET, () => {})
  await ana.page.goto(`/bar/${bar.id}/table/3`)
  await ana.page.getByRole('textbox', { name: 'Nome ou Apelido' }).fill('Ana')
  await ana.page.getByRole('button', { name: 'Começar a Conversar' }).click()
  await expect(ana.page.getByText('Carregando usuários...', { exact: true })).toBeInViewport()
})

test('the back link of a chat has a text at every width', async ({ bar, person }) => {
  const ana = await person('Ana')
  const bia = await person('Beatriz Figueiredo')
  await enterTwo(bar.id, ana, bia)
  for (const screen of SCREENS) {
    await ana.page.setViewportSize(screen)
    await expect(ana.page.getByText('Voltar', { exact: true })).toBeInViewport()
    await expect(
      ana.page.getByRole('heading', { name: 'Conversa com Beatriz Figueiredo' }),
    ).toBeInViewport()
  }
})

test('the links of the admin area have texts at every width', async ({ admin }) => {
  const { page } = await admin()
  await page.goto('/admin')
  for (const screen of SCREENS) {
    await page.setViewportSize(screen)
    await expect(page.getByRole('heading', { name: 'Área Administrativa' })).toBeInViewport()
    await expect(page.getByText('Monitorar Bares', { exact: true })).toBeInViewport()
    await expect(page.getByText('Sair', { exact: true })).toBeInViewport()
  }
})

test('the monitor’s actions have texts, on small screens in its menu', async ({ monitor }) => {
  const board = await monitor()
  await board.open()
  for (const screen of SCREENS) {
    await board.page.setViewportSize(screen)
    const menu = board.page.getByRole('button', { name: 'Menu', exact: true })
    const isSmall = screen.width < 768
    await expect(menu).toBeVisible({ visible: isSmall })
    if (isSmall) {
      await menu.click()
      await expect(board.page.getByText('Ações', { exact: true })).toBeInViewport()
    }
    for (const name of ['Atualizar', 'Cadastrar Bar', 'Sair'])
      await expect(
        board.page.getByText(name, { exact: true }).filter({ visible: true }),
      ).toBeInViewport()
    if (isSmall) await board.page.keyboard.press('Escape')
  }
})
