import type { Route } from '@playwright/test'
import { address } from '#contract/address.ts'
import { PAGES } from '#contract/pages.ts'
import { CLOSE, PING } from '#contract/protocol.ts'
import { anAdminBar } from '#test/fakes/bars.ts'
import { ROOM_SOCKET } from '#test/fakes/fake-server.ts'
import { people, YOU } from '#test/fakes/people.ts'
import { loseAnswer, refuse } from './answers.ts'
import { expect, test } from './e2e.ts'
import { watchPrefetch } from './prefetch.ts'

const WAITS = 'Sem conexão. Tentamos de novo sozinhos.'

const FAILED_REQUEST = /status of 5\d\d|net::ERR_FAILED|WebSocket connection to/

const failCoded = refuse('internal')

test('a bar that cannot be checked says so at /bar/{id} and at its tables too, and is tried again', async ({
  person,
}) => {
  const ana = await person('Ana', { expects: [FAILED_REQUEST, /status of 404/] })
  // This bar is not in the database, so the page arrives without it and asks the API.
  const bar = anAdminBar({ id: 'ZZZZZZ', name: 'Boteco' })
  const answer = (route: Route) => route.fulfill({ json: bar })
  let answers: ((route: Route) => Promise<void>)[] = []
  // The page also retries by itself. No retry may succeed before the press.
  let isPressed = false
  await ana.page.route('**/api/bars/*', (route) =>
    isPressed ? (answers.shift() ?? answer)(route) : failCoded(route),
  )
  for (const path of [
    address(PAGES.bar, { barId: bar.id }),
    address(PAGES.table, { barId: bar.id, tableId: '4' }),
  ]) {
    isPressed = false
    answers = [(route) => route.abort(), answer]
    await ana.page.goto(path)
    const told = ana.page.getByRole('heading', { name: 'Ocorreu um erro ao verificar o bar' })
    await ana.untilToast('Erro', 'Ocorreu um erro ao verificar o bar')
    await expect(told).toBeInViewport()
    await expect(ana.page.getByRole('textbox')).toHaveCount(0)
    isPressed = true
    await ana.page.getByRole('button', { name: 'Tentar de novo' }).click()
    await expect.poll(() => answers.length).toBeLessThanOrEqual(1)
    // The page then retries by itself.
    await expect(ana.page.getByRole('heading', { name: 'Boteco' })).toBeVisible()
    await expect(ana.page.getByRole('textbox').first()).toBeEnabled()
  }
})

test('R35 3.3.7 a profile that cannot be made stays in the form; a retry makes it once, also in a full bar', async ({
  bar,
  person,
  peer,
}) => {
  const ana = await person('Ana', { expects: [FAILED_REQUEST] })
  const bia = await peer('Bia')
  const others = () => [...bia.people.values()].filter(({ id }) => id !== bia.id)
  let isFull = true
  await ana.page.routeWebSocket(ROOM_SOCKET, (socket) => {
    if (isFull) socket.close({ code: CLOSE.barFull })
    else socket.connectToServer()
  })
  await ana.page.goto(`/bar/${bar.id}/table/3`)
  const name = ana.page.getByRole('textbox', { name: 'Nome ou Apelido' })
  const phone = ana.page.getByRole('textbox', { name: 'Telefone (Opcional)' })
  const submit = ana.page.getByRole('button', { name: 'Começar a Conversar' })
  await name.fill('Ana')
  await phone.fill('11 98765-4321')

  await ana.page.route('**/api/bars/*/people', failCoded, { times: 1 })
  await submit.click()
  await ana.untilToast('Erro', 'Não foi possível salvar seu perfil')

  await ana.page.route('**/api/bars/*/people', loseAnswer, { times: 1 })
  await submit.click()
  await ana.untilToast('Erro', 'Ocorreu um erro inesperado')
  await expect.poll(() => others().map(({ name }) => name)).toEqual(['Ana'])

  await ana.page.reload()
  await expect(name).toHaveValue('Ana')
  await expect(phone).toHaveValue('(11) 98765-4321')
  await submit.click()
  await ana.untilToast('Perfil criado!', 'Seu perfil foi criado com sucesso')
  const told = ana.page.getByRole('status').getByText('Este bar está cheio agora.')
  await expect(told).toBeVisible()
  isFull = false
  await expect(ana.row('Ana').getByText('Você')).toBeVisible()
  await expect(told).toBeHidden()
  expect(others()).toHaveLength(1)
})

test('a list that cannot load offers to try again, and comes once the room answers', async ({
  fake,
  page,
}) => {
  const room = { people: people(3) }
  await fake.enterRoom(room)
  await fake.disconnect()
  await fake.open(address(PAGES.table, { barId: fake.bar.id, tableId: YOU.id }))
  const again = page.getByRole('button', { name: 'Tentar de novo' })
  await expect(again).toBeInViewport({ ratio: 1 })
  await again.click()
  await expect(again).toBeVisible()
  await fake.enterRoom(room)
  await expect(page.getByRole('button', { name: 'Seu perfil' })).toBeVisible()
  await expect(again).toHaveCount(0)
})

test('every page that is one press away from the list opens without a connection', async ({
  bar,
  person,
  peer,
}) => {
  const ana = await person('Ana', {
    expects: [FAILED_REQUEST, /registration blocked|ERR_INTERNET_DISCONNECTED/],
  })
  await peer('Bia')
  const prefetched = watchPrefetch(ana.page)
  await ana.enterBar(bar.id, '1')
  await prefetched()
  await ana.page.context().setOffline(true)
  await ana.openChatWith('Bia')
  await expect(ana.page.getByText(WAITS)).toBeVisible()
  await expect(ana.page.getByRole('alert')).toHaveText('')
  await ana.page.getByRole('button', { name: 'Mais opções' }).click()
  await expect(ana.page.getByRole('button', { name: 'Denunciar' })).toBeVisible()
  await ana.page.keyboard.press('Escape')
  await ana.goBackToList()
  const dialog = await ana.openOwnProfile()
  await dialog.getByRole('button', { name: 'Fechar' }).click()
  await ana.openChatWith('Bia')
  await ana.send('chegou?')
  await expect(ana.messages.getByText('Enviando…')).toBeVisible()
  // A frame that waits for an emulated network keeps a core busy.
  await ana.page.context().setOffline(false)
  await ana.untilSent()
  await ana.page.context().setOffline(true)
  await ana.goBackToList()
  await ana.leave()
  await ana.untilToast('Bar desconectado', 'Você saiu do bar')
  await expect(ana.page.getByRole('link', { name: 'Acessar um Bar' })).toBeVisible()
})

test('menus and messages that could not be loaded come by themselves', async ({
  bar,
  person,
  peer,
}) => {
  const ana = await person('Ana', { expects: [FAILED_REQUEST] })
  let fate: 'answered' | 'refused' | 'lost' = 'refused'
  await ana.page.routeWebSocket(ROOM_SOCKET, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((frame) => {
      const { type, ...asked } = frame === PING ? { type: null } : JSON.parse(String(frame))
      if (type !== 'history' || fate === 'answered') return server.send(frame)
      if (fate === 'lost') return socket.close({ code: CLOSE.slowReader })
      socket.send(JSON.stringify({ type: 'refused', id: null, reason: 'internal', asked }))
    })
  })
  await ana.enterBar(bar.id, '1')
  const bia = await peer('Bia')

  await ana.openChatWith('Bia')
  await ana.untilToast('Error', 'Failed to load messages')
  fate = 'answered'
  // It is tried again without a press.
  const nothingYet = ana.page.getByText('Nenhuma mensagem ainda. Diga olá!')
  await expect(nothingYet).toBeVisible()
  const menus = /assets\/visit-parts-/
  for (const name of ['Mais opções', 'Menu']) {
    const menu = ana.page.getByRole('button', { name, exact: true })
    await ana.page.route(menus, (route) => route.abort())
    await Promise.all([ana.page.waitForRequest(menus), ana.page.reload()])
    await ana.page.waitForLoadState('networkidle')
    await expect(menu).toHaveCount(0)
    await ana.page.unroute(menus)
    await expect(menu).toBeVisible()
    if (name === 'Mais opções') await ana.goBackToList()
  }
  fate = 'lost'
  await ana.openChatWith('Bia')
  await ana.untilToast('Error', 'Something went wrong while loading messages')
  fate = 'answered'
  await expect(nothingYet).toBeVisible()
  await ana.goBackToList()
  // The file of the menus also announces messages. It has a separate retry.
  await expect(ana.page.locator('p.sr-only[role=status]')).toBeAttached()
  const { userId = '' } = await ana.storage()
  bia.say(userId, 'oi')
  await expect(ana.page.getByRole('status').filter({ hasText: 'Bia: oi' })).toBeAttached()
})

test('O19 a page whose browser keeps a failed file reloads for its menus, once', async ({
  bar,
  person,
}) => {
  const ana = await person('Ana', { expects: [FAILED_REQUEST] })
  const { page } = ana
  await ana.enterBar(bar.id, '1')
  const list = page.url()
  await page.goto('about:blank')
  let documents = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1
  })
  const menus = /assets\/visit-parts-/
  await page.route(menus, (route) => route.abort())
  await page.goto(list)
  await expect.poll(() => documents).toBe(2)
  await page.waitForLoadState('networkidle')
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  await expect(menu).toHaveCount(0)
  await page.unroute(menus)
  await expect(menu).toBeVisible()
  expect(documents).toBe(2)
})

test('an unknown bar and an unknown page show errors, with a way back', async ({ person }) => {
  const ana = await person('Ana', { expects: [/status of 404/] })
  await ana.page.goto('/bar/ZZZZZZ')
  await expect(ana.page.getByRole('heading', { name: 'Bar não encontrado' })).toBeVisible()
  await expect(ana.page.getByRole('textbox')).toHaveCount(0)
  await ana.page.getByRole('link', { name: 'Digitar outro ID' }).click()
  await expect(ana.page).toHaveURL('/bar-access')
  await ana.page.goto('/nothing/here')
  await expect(ana.page.getByText('Oops! Page not found')).toBeVisible()
  await ana.page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(ana.page).toHaveURL('/')
})

test('R35 a failure is marked as an error, what is empty or unknown is not, and its field says it', async ({
  bar,
  person,
}) => {
  const ana = await person('Ana', { expects: [/status of 404/, FAILED_REQUEST] })
  const { page } = ana
  await page.goto('/bar-access')
  const field = page.getByRole('textbox', { name: 'ID do bar' })
  const enter = page.getByRole('button', { name: 'Acessar Bar' })
  await enter.click()
  expect(await ana.untilToast('Campo obrigatório')).toMatchObject({ isMarked: false })
  await expect(field).toHaveAccessibleDescription('Preencha este campo.')
  await field.fill('zzzzzz')
  await enter.click()
  expect(await ana.untilToast('Bar não encontrado')).toMatchObject({ isMarked: false })
  await expect(field).toHaveAccessibleDescription('Nenhum bar tem este ID.')

  for (const [answer, second] of [
    [failCoded, false],
    [(route: Route) => route.abort(), true],
  ] as const) {
    await page.route('**/api/bars/*', answer)
    await field.fill(bar.id)
    await enter.click()
    const failure = await ana.untilToast('Erro', 'Ocorreu um erro ao verificar o bar')
    expect(failure).toMatchObject({ isMarked: true })
    const connection = page.getByText('Confira a internet e tente de novo.')
    await expect(connection).toHaveCount(second ? 2 : 0)
    await expect(field).not.toHaveAttribute('aria-invalid')
    await page.unroute('**/api/bars/*')
  }

  await page.goto(`/bar/${bar.id}`)
  await page.getByRole('button', { name: 'Entrar na Mesa' }).click()
  expect(await ana.untilToast('Campo obrigatório')).toMatchObject({ isMarked: false })
  await page.goto(`/bar/${bar.id}/table/7`)
  await page.getByRole('button', { name: 'Começar a Conversar' }).click()
  expect(await ana.untilToast('Nome obrigatório')).toMatchObject({ isMarked: false })
})
