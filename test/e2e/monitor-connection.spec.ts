import { ADMIN_API } from '#contract/admin-paths.ts'
import { expect, test } from './e2e.ts'
import { SECTION, SOCKET } from './monitor-page.ts'

const ASKED = new RegExp(`${ADMIN_API.monitor}(?:\\?|$)`)
const SLOW = 'Sem conexão ao vivo · a cada 3 s'

test('without its sockets the monitor polls, and returns to them', async ({
  bar,
  monitor,
  peer,
}) => {
  const board = await monitor()
  let asked = 0
  let namesItsAnswer = false
  board.page.on('request', (request) => {
    if (!ASKED.test(request.url())) return
    asked += 1
    namesItsAnswer ||= 'if-none-match' in request.headers()
  })
  let isBlocked = true
  for (const sockets of [SOCKET, SECTION]) {
    await board.page.routeWebSocket(sockets, (socket) => {
      if (isBlocked) socket.close({ code: 1011 })
      else socket.connectToServer()
    })
  }
  await board.open(bar.name, { isLive: false })
  await expect(board.page.getByRole('status').getByText(SLOW)).toBeVisible()
  const ana = await peer('Ana', '3')
  await expect(board.person(bar.name, 'Ana')).toBeVisible()
  await board.admin.untilToast('Novo cliente!', 'Ana entrou no bar.')
  // Whether it is the last one still depends on the other bars of the server.
  await expect.poll(() => namesItsAnswer).toBe(true)

  const card = board.person(bar.name, 'Ana')
  const before = await card.boundingBox()
  isBlocked = false
  // The next retry may be half a minute away without this event.
  await board.page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(board.page.getByText(/^Ao vivo/)).toBeVisible()
  await expect(board.page.getByText(SLOW)).toHaveCount(0)
  expect(await card.boundingBox()).toEqual(before)
  // A poll may still wait for its answer; no new one may start.
  const askedBefore = asked
  await ana.leave()
  await board.admin.untilToast('Cliente saiu', 'Ana saiu do bar.')
  await expect(board.person(bar.name, 'Ana')).toHaveCount(0)
  expect(asked).toBe(askedBefore)
})

test('T33 a session that ends under the monitor asks to log in once, and the monitor goes on', async ({
  bar,
  monitor,
  peer,
}) => {
  const board = await monitor({ password: 'used' })
  await peer('Ana', '3', '11987654321')
  await board.open(bar.name)
  const masked = board.person(bar.name, 'Ana').getByRole('button', { name: /^Mostrar telefone/ })
  await expect(masked).toBeVisible()
  const hasLoggedIn = Promise.withResolvers<void>()
  // The connection's own question is answered late: after the login that a press has led to.
  const asksWhoIsSignedIn = board.page.waitForRequest(
    (request) => request.method() === 'GET' && request.url().endsWith(ADMIN_API.session),
  )
  await board.page.route(`**${ADMIN_API.session}`, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    await hasLoggedIn.promise
    await route.fulfill({ response })
  })
  await board.admin.endSession()
  await asksWhoIsSignedIn
  // The event reaches the button even below a dialog about the account.
  await masked.dispatchEvent('click')
  const dialog = board.page.getByRole('dialog', { name: 'Sua sessão terminou' })
  await dialog.getByLabel('Senha', { exact: true }).fill(board.admin.password)
  await dialog.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  hasLoggedIn.resolve()
  await expect(board.page.getByRole('link', { name: '(11) 98765-4321' })).toBeVisible()
  await peer('Bia')
  await board.renew()
  await expect(board.person(bar.name, 'Bia')).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('T33 a board whose session has ended says so, and goes on after the login that any press asks for', async ({
  bar,
  monitor,
  peer,
}) => {
  const board = await monitor({ password: 'used' })
  const { page, admin } = board
  await peer('Ana', '3', '11987654321')
  await board.open(bar.name)
  const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' })
  const notice = page.getByRole('alert').filter({ hasText: 'Sua sessão terminou' })
  const again = notice.getByRole('button', { name: 'Entrar de novo' })
  const endSession = async () => {
    await admin.endSession()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(notice).toContainText('pedidos de ajuda não chegam mais aqui')
    await expect(page.getByText(/^Alarme (ligado|sem som)/)).toHaveCount(0)
  }
  const logIn = async () => {
    await dialog.getByLabel('Senha', { exact: true }).fill(admin.password)
    await dialog.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(notice).toHaveCount(0)
    await board.isLive()
  }
  await endSession()
  await again.click()
  await logIn()
  await peer('Bia')
  await admin.untilToast('Novo cliente!', /Bia/)

  await endSession()
  await board
    .person(bar.name, 'Ana')
    .getByRole('button', { name: /^Mostrar telefone/ })
    .click()
  await logIn()
  await peer('Caio')
  await admin.untilToast('Novo cliente!', /Caio/)
})

test('T27 a forged administrator in local storage sees the login and no data', async ({
  device,
}) => {
  // The request for the session must log no error on the console.
  const { page } = await device()
  const answers: string[] = []
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/api/')) answers.push(`${pathname} ${response.status()}`)
  })
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await page.addInitScript(() => {
    const id = '3652dcd2-45e5-480e-9c05-8a4050f945c0'
    localStorage.setItem('admin', JSON.stringify({ id, email: 'eu@mesmo.test', role: 'admin' }))
  })
  for (const path of ['/barmonitor', '/admin']) {
    await page.goto(path)
    await expect(page).toHaveURL('/admin-login')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('admin'))).toBeNull()
  }
  expect(new Set(answers)).toEqual(new Set([`${ADMIN_API.session} 200`]))
  expect(sockets).toEqual([])
})
