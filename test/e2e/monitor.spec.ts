import { address } from '#contract/address.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { bars } from '#test/fakes/admin-data.ts'
import { FakeServer } from '#test/fakes/fake-server.ts'
import { aMonitoredPerson, changes } from '#test/fakes/monitor.ts'
import { SESSION_ENDS } from './device.ts'
import { expect, test } from './e2e.ts'
import { holdRequests } from './hold-requests.ts'

/** The pool's bars and those that other tests have registered. */
const ALL_BARS = /\d{3,} bares/

test('the monitor follows a person from entering to leaving', async ({ bar, monitor, peer }) => {
  const board = await monitor()
  await board.open(bar.name)
  await expect(board.bar(bar.name)).toContainText('0 online')
  await expect(board.bar(bar.name)).toContainText('Nenhum usuário online no momento.')
  await expect(board.bar(bar.name)).toContainText('0 visitas esta noite')

  const ana = await test.step('a profile appears, with its toast', async () => {
    const entered = await peer('Ana', '7', '11987654321')
    const card = board.person(bar.name, 'Ana')
    await expect(card).toBeVisible()
    await board.admin.untilToast('Novo cliente!', 'Ana entrou no bar.')
    await expect(card).toContainText('Mesa 7 · agora')
    await expect(card).toContainText('Interesse: Todos')
    await expect(card.getByText('Online', { exact: true })).toBeAttached()
    await expect(card.getByRole('button', { name: 'Mostrar telefone de Ana' })).toHaveText(
      '•••• 4321',
    )
    await expect(board.bar(bar.name)).toContainText('1 online')
    await expect(board.bar(bar.name)).toContainText('1 visita esta noite')
    return entered
  })

  await test.step('leaving takes her away, with its toast', async () => {
    await ana.leave()
    await board.admin.untilToast('Cliente saiu', 'Ana saiu do bar.')
    await expect(board.person(bar.name, 'Ana')).toHaveCount(0)
    await board.bar(bar.name).getByRole('button', { name: 'Mostrar todos' }).click()
    await expect(board.bar(bar.name)).toContainText('Nenhum usuário cadastrado neste bar.')
    await board.bar(bar.name).getByRole('button', { name: 'Ocultar offline' }).click()
    await expect(board.bar(bar.name)).toContainText('Nenhum usuário online no momento.')
  })
})

test('bars with people come first, and the page remembers what was folded and unfolded', async ({
  bar,
  monitor,
  peer,
}) => {
  const board = await monitor()
  await peer('Ana')
  await board.open(bar.name)
  // Her bar's number may come after the order was made.
  await expect(board.bar(bar.name)).toContainText('1 online')
  await board.search('')
  const bars = board.section('Bares Cadastrados')
  await expect(bars).toContainText(ALL_BARS)

  const dashboard = board.section('Dashboard de Usuários')
  // The monitor hears of Ana seconds later. Other tests use bars at the same time, and their people leave.
  await expect(async () => {
    await board.page.reload()
    const first = dashboard.getByRole('list').first().getByRole('listitem').first()
    await expect(first).toContainText(/[1-9]\d* online/, { timeout: 2_000 })
    await expect(board.person(bar.name, 'Ana')).toBeVisible({ timeout: 2_000 })
  }).toPass()

  await bars.getByRole('button', { name: /^Bares Cadastrados/ }).click()
  await expect(bars.getByRole('listitem')).toHaveCount(0)
  // The order may be made before the number of her bar has come.
  await expect(async () => {
    await board.page.reload()
    const fold = bars.getByRole('button', { name: /^Bares Cadastrados/ })
    await expect(fold).toHaveAttribute('aria-expanded', 'false')
    await expect(board.person(bar.name, 'Ana')).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await board.row(bar.name).click()
  await expect(board.person(bar.name, 'Ana')).toHaveCount(0)
})

test('a monitor that fails says so and tries again, and the header refreshes and logs out', async ({
  monitor,
}) => {
  const board = await monitor({ expects: [...SESSION_ENDS, /status of 500/] })
  const { page } = board
  const bars = board.section('Bares Cadastrados')
  await test.step('a monitor that finds nothing at first says so, and a button tries again', async () => {
    let hasPressed = false
    await board.page.exposeFunction('notePress', () => {
      hasPressed = true
    })
    await board.page.route('**/api/admin/bars*', async (route) => {
      // The page also retries by itself.
      if (hasPressed) await route.continue()
      else await route.fulfill({ status: 500 })
    })
    await board.page.goto('/barmonitor')
    await page.evaluate(() =>
      addEventListener('pointerdown', () => Reflect.get(window, 'notePress')()),
    )
    await board.admin.untilToast('Erro ao carregar bares')
    await expect(bars).toContainText('Não foi possível carregar a lista de bares.')
    await bars.getByRole('button', { name: 'Atualizar' }).click()
    await expect(bars).toContainText(ALL_BARS)
    await board.isLive()
    await board.page.unroute('**/api/admin/bars*')
  })

  await test.step('a refresh that fails says so, and leaves the bars', async () => {
    await page.route('**/api/admin/bars*', (route) => route.fulfill({ status: 500 }), { times: 1 })
    await board.act('Atualizar')
    const sentence = 'Não foi possível carregar a lista de bares.'
    await board.admin.untilToast('Erro ao carregar bares', sentence)
    await expect(bars).toContainText(ALL_BARS)
    await expect(page.getByText('Ações', { exact: true })).toBeHidden()
  })

  // A list that failed is loaded again by itself, too: only the press is to be held.
  await page.reload()
  await expect(bars).toContainText(ALL_BARS)
  await board.openMenu()
  await expect(page.getByRole('button', { name: 'Atualizar', exact: true })).toBeEnabled()
  const release = await holdRequests(board.page, '**/api/admin/bars*')
  await board.act('Atualizar')
  // On a phone the menu stays open until it is done.
  const busy = board.page.getByRole('button', { name: 'Atualizando...' })
  await expect(busy).toBeVisible()
  await expect(busy).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(busy).toHaveCount(0)
  await expect(board.page.getByText('Ações', { exact: true })).toBeHidden()

  await board.act('Sair')
  await board.admin.untilToast('Logout realizado', 'Você saiu do sistema')
  await expect(board.page).toHaveURL('/admin-login')
})

test('a bar drawn on approach takes exactly its reserved height, so that nothing below it moves', async ({
  page,
  fake,
}) => {
  // On a phone the registered bars are below the people.
  await page.setViewportSize({ width: 390, height: 844 })
  const short = bars(60).map((bar, index) => ({ ...bar, name: `Bar ${index}` }))
  await fake.signIn({ bars: short })
  await fake.open('/barmonitor')
  const section = page.getByRole('region', { name: 'Bares Cadastrados' })
  await expect(section).toContainText('60 bares')
  const tops = await section.getByRole('heading', { level: 2 }).evaluate(async (title) => {
    title.scrollIntoView({ block: 'center' })
    const seen: number[] = []
    for (let frame = 0; frame < 30; frame += 1) {
      seen.push(title.getBoundingClientRect().top)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    return seen
  })
  const rows = page.getByRole('region', { name: 'Dashboard de Usuários' }).getByRole('listitem')
  await expect(rows.last()).toBeInViewport()
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(5)
})

test('after a removal that failed, a person who leaves keeps their place until the list is renewed', async ({
  bar,
  monitor,
  server,
}) => {
  const board = await monitor({ expects: [/status of 500/] })
  const [aBar] = bars(1)
  if (!aBar) throw new Error('no bar')
  const { id: barId, name } = aBar
  const ana = aMonitoredPerson('ana', { name: 'Ana' })
  const fake = await FakeServer.start(board.page, server.origin, bar)
  const bia = aMonitoredPerson('bia', { name: 'Bia' })
  const rooms = [{ barId, people: [ana, bia], help: [], reports: '' }]
  await fake.signIn({ bars: [aBar], board: { rooms } })
  await fake.refuse(address(ADMIN_API.removal, { barId, personId: 'ana' }), 'internal')
  await board.open()
  const card = board.person(name, 'Ana')
  await card.getByRole('button', { name: 'Remover Ana' }).click()
  const question = board.page.getByRole('dialog', { name: 'Remover Ana?' })
  await question.getByText('Não está no bar').click()
  await question.getByRole('button', { name: 'Remover desta noite' }).click()
  await expect(board.page.getByText('Não foi possível remover agora.').first()).toBeVisible()
  await question.getByRole('button', { name: 'Cancelar' }).click()
  fake.tellSection(barId, changes({ gone: ['ana'] }))
  await expect(board.bar(name)).toContainText('1 online')
  await expect(card.getByRole('button', { name: 'Remover Ana' })).toHaveCount(0)
  await expect(card).toBeVisible()
})
