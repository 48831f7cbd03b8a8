import { address } from '#contract/address.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { PAGES } from '#contract/pages.ts'
import { refuse } from './answers.ts'
import { expect, test } from './e2e.ts'
import { AT_A_DESK } from './run-scope.ts'

test.use(AT_A_DESK)

test('T56 a bar asks for the code that its board shows, also of a form that was open already', async ({
  bar,
  monitor,
  person,
}) => {
  // React preloads the stylesheet of the door's page before it draws that page. Chromium warns of unused
  // preloads once, three seconds after the board has loaded, which may be at that moment.
  const board = await monitor({
    expects: [/entry-code-page-[\w-]+\.css was preloaded/, /status of 404/],
  })
  const ana = await person('Ana', { expects: [/status of 403/] })
  await ana.page.goto(`/bar/${bar.id}/table/7`)
  await ana.page.getByRole('textbox', { name: 'Nome ou Apelido' }).fill('Ana')

  await board.open(bar.name)
  const tools = await board.openTools(bar.name)
  await tools.getByText('Pedir o código a quem chega').click()
  const digits = tools.getByText(/^\d{3} \d{3}$/)
  let code = (await digits.textContent()) ?? ''

  const field = ana.page.getByRole('textbox', { name: 'Código da noite' })
  const send = ana.page.getByRole('button', { name: 'Começar a Conversar' })
  await test.step('a form that did not know shows the field and keeps what was typed', async () => {
    await send.click()
    await expect(field).toBeFocused()
    await expect(ana.page.getByRole('textbox', { name: 'Nome ou Apelido' })).toHaveValue('Ana')
    await field.fill(code === '000 000' ? '000001' : '000000')
    await send.click()
    await expect(ana.page.getByText('Este não é o código desta noite.').last()).toBeVisible()
    await field.fill(code)
    await send.click()
    await ana.untilListed()
  })

  await test.step('the tools show a code that a colleague has renewed', async () => {
    const renewal = `/api/admin/bars/${bar.id}/entry-code/renewal`
    expect(await board.admin.ask('POST', renewal)).toBe(200)
    await board.page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(digits).not.toHaveText(code)
    code = (await digits.textContent()) ?? ''
  })

  await test.step('a tablet at the door shows it, and a renewed one', async () => {
    await tools.getByRole('link', { name: 'Tela cheia' }).click()
    await expect(board.page.getByRole('main')).toContainText(code)
    expect(await board.admin.ask('POST', `/api/admin/bars/${bar.id}/entry-code/renewal`)).toBe(200)
    await board.page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(board.page.getByRole('main')).not.toContainText(code)
    await expect(board.page.getByRole('main')).toContainText(/\d{3} \d{3}/)
  })

  await test.step('a tablet whose bar is gone shows no code, also if an earlier answer comes late', async () => {
    const path = `**${address(ADMIN_API.entryCode, { barId: bar.id })}`
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await board.page.route(path, refuse('bar_not_found'))
    await board.page.route(path, (route) => held.then(() => route.continue()), { times: 1 })
    const look = () => board.page.evaluate(() => dispatchEvent(new Event('online')))
    await look()
    await look()
    const isGone = board.page.getByText('Este bar não existe mais.')
    await expect(isGone).toBeVisible()
    const late = board.page.waitForResponse((answer) => answer.status() === 200)
    release()
    await late
    await board.page.evaluate(() => new Promise(requestAnimationFrame))
    await expect(isGone).toBeVisible()
    await expect(board.page.getByRole('main')).not.toContainText(/\d{3} \d{3}/)
  })
})

test('T13 the board empties the bar, and keeps nobody out', async ({ bar, monitor, person }) => {
  const board = await monitor()
  // The form asks for a profile that is gone.
  const ana = await person('Ana', { expects: [/status of 40[34]/] })
  await board.open(bar.name)
  await ana.enterBar(bar.id, '1')
  const tools = await board.openTools(bar.name)
  await tools.getByRole('button', { name: 'Esvaziar o bar' }).click()
  await expect(tools.getByText('Há 1 pessoa no bar. Esvaziar agora?')).toBeVisible()
  await tools.getByRole('button', { name: 'Esvaziar: 1 pessoa' }).click()
  await board.admin.untilToast('Bar esvaziado', '1 visita foi encerrada.')
  await expect(
    tools.getByText(/^Visitas encerradas às \d\d:\d\d por .+@.+: 1 pessoa\.$/),
  ).toBeVisible()
  await expect(ana.page.getByText('O bar foi esvaziado.')).toBeVisible()
  await expect(ana.page.getByText('Você pode entrar de novo.')).toBeVisible()
  await ana.submitProfile()
})

test('a file of the tools that is missing leaves the board as it is, and the tools come once it is there', async ({
  bar,
  monitor,
}) => {
  const board = await monitor({ expects: [/status of 404/] })
  const { page } = board
  await board.open(bar.name)
  const missing = '**/assets/staff-tools-*.js'
  const asked = page.waitForResponse(missing)
  await page.route(missing, (route) => route.fulfill({ status: 404 }))
  const actions = await board.openActions(bar.name)
  await actions.getByRole('button', { name: 'Entrada e segurança' }).click()
  expect((await asked).status()).toBe(404)
  const tools = page.getByRole('dialog', { name: bar.name })
  await expect(tools).toBeVisible()
  await board.isLive()
  await page.unroute(missing)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(tools.getByRole('heading', { name: 'Esvaziar o bar' })).toBeVisible()
})

test('the login of a tablet at the door names no account', async ({ admin: bringIn, bar }) => {
  const admin = await bringIn({ password: 'used' })
  const counts = admin.page.waitForEvent('websocket', (socket) =>
    socket.url().endsWith(ADMIN_API.monitorSocket),
  )
  await admin.page.goto(address(PAGES.entryCode, { barId: bar.id }))
  await (await counts).waitForEvent('framereceived')
  await admin.endSession()
  const dialog = admin.page.getByRole('dialog', { name: 'Sua sessão terminou' })
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue('')
  await expect(admin.page.getByText(admin.email)).toHaveCount(0)
})
