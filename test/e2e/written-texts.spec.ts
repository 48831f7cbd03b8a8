import { ROOM_SOCKET } from '#test/fakes/fake-server.ts'
import { expect, test } from './e2e.ts'
import { seatTwo } from './patron.ts'

// Requests are answered by the tests themselves.
test.use({ serviceWorkers: 'block' })

// A text for screen readers alone is never in the viewport.
const SCREENS = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 700, height: 900 },
  { width: 1280, height: 800 },
]

test('a list on its way says so in writing', async ({ bar, patron }) => {
  const ana = await patron('Ana')
  await ana.page.routeWebSocket(ROOM_SOCKET, () => {})
  await ana.page.goto(`/bar/${bar.id}/table/3`)
  await ana.page.getByRole('textbox', { name: 'Nome ou Apelido' }).fill('Ana')
  await ana.page.getByRole('button', { name: 'Começar a Conversar' }).click()
  await expect(ana.page.getByText('Carregando usuários...', { exact: true })).toBeInViewport()
})

test('the way back from a chat is written on every screen', async ({ bar, patron }) => {
  const ana = await patron('Ana')
  const bia = await patron('Beatriz Figueiredo')
  await seatTwo(bar.id, ana, bia)
  for (const screen of SCREENS) {
    await ana.page.setViewportSize(screen)
    await expect(ana.page.getByText('Voltar', { exact: true })).toBeInViewport()
    await expect(
      ana.page.getByRole('heading', { name: 'Conversa com Beatriz Figueiredo' }),
    ).toBeInViewport()
  }
})

test('the ways on from the administrative area are written on every screen', async ({ admin }) => {
  const { page } = await admin()
  await page.goto('/admin')
  for (const screen of SCREENS) {
    await page.setViewportSize(screen)
    await expect(page.getByRole('heading', { name: 'Área Administrativa' })).toBeInViewport()
    await expect(page.getByText('Monitorar Bares', { exact: true })).toBeInViewport()
    await expect(page.getByText('Sair', { exact: true })).toBeInViewport()
  }
})

test('the monitor’s actions are written, on small screens in its menu', async ({ monitor }) => {
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
