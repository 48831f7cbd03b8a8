import type { Locator, Page, WebSocketRoute } from '@playwright/test'
import { address } from '#contract/address.ts'
import { PAGES } from '#contract/pages.ts'
import { CLOSE } from '#contract/protocol.ts'
import { ROOM_SOCKET } from '#test/fakes/fake-server.ts'
import { joinStaff } from './admin-page.ts'
import { test as base, expect } from './e2e.ts'
import { holdRequests } from './hold-requests.ts'
import { SECTION } from './monitor-page.ts'
import type { PersonPage } from './person-page.ts'
import { pressSettled } from './press-settled.ts'

/** Opens the help from the menu of the list or of a chat. */
async function openHelp({ page }: PersonPage, menu: RegExp) {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('button', { name: 'Preciso de ajuda' }).click()
  return page.getByRole('dialog', { name: 'Ajuda' })
}

interface Asking {
  ana: PersonPage
  /** Ana's, who has it open. */
  dialog: Locator
  unwell: Locator
  fine: Locator
  /** Hers, on a board that rings. */
  card: Locator
}

const test = base.extend<{ asking: Asking }>({
  asking: async ({ admin: bringIn, bar, device, person }, use) => {
    const ana = await person('Ana')
    const admin = await bringIn()
    const { page: staff } = await device()
    await Promise.all([ana.enterBar(bar.id, '7'), joinStaff(staff, admin, bar.id)])
    await staff.getByRole('button', { name: 'Ativar o alarme' }).click()
    const dialog = await openHelp(ana, /^Menu/)
    const unwell = dialog.getByRole('button', { name: 'Passei mal' })
    const fine = dialog.getByRole('button', { name: 'Já estou bem' })
    const card = staff.getByRole('listitem', { name: 'Pedido de ajuda de Ana' })
    await use({ ana, dialog, unwell, fine, card })
  },
})

/** In the page. */
function showPage(visibilityState: string): void {
  Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

/** In the page. */
function setClockBack(): void {
  const { now } = Date
  Date.now = () => now() - 3_600_000
}

test('T57 a person who asks for help reads what the staff really saw', async ({
  admin: bringIn,
  bar,
  device,
  peer,
  person,
}) => {
  const ana = await person('Ana', { expects: [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/] })
  const admin = await bringIn()
  const { page: staff } = await device()
  await Promise.all([ana.enterBar(bar.id, '7'), peer('Bia'), joinStaff(staff, admin, bar.id)])
  const card = staff.getByRole('listitem', { name: 'Pedido de ajuda de Ana' })
  const dialog = await openHelp(ana, /^Menu/)

  await test.step('a board without sound has told nobody, and says so', async () => {
    await dialog.getByRole('button', { name: 'Alguém está me incomodando' }).click()
    await expect(card).toContainText('Estão me incomodando')
    await expect(card).toContainText('Mesa 7')
    await expect(staff.getByText('Alarme sem som')).toBeVisible()
    await ana.page.evaluate(setClockBack)
    await expect(dialog).toContainText('Ninguém da equipe viu ainda.')
    const numbers = dialog.getByRole('link')
    await expect(numbers).toHaveText([/^190/, /^180/])
    await expect(numbers.first()).toHaveAttribute('href', 'tel:190')
  })

  await test.step('once the board has sound, the open call rings and counts as delivered', async () => {
    await staff.getByRole('button', { name: 'Ativar o alarme' }).click()
    await expect(staff.getByText('Alarme ligado')).toBeVisible()
    await expect(dialog).toContainText('Avisamos a equipe.')
  })

  await test.step('"A caminho" comes back, also after a reload, and in the chat', async () => {
    await pressSettled(card.getByRole('button', { name: 'A caminho' }))
    await expect(dialog).toContainText('A caminho')
    await ana.page.reload()
    await ana.untilListed()
    await ana.openChatWith('Bia')
    await expect(await openHelp(ana, /^Mais opções/)).toContainText(
      'respondeu que está indo até você',
    )
  })

  await test.step('"Já estou bem" is told, and stays until the staff close it', async () => {
    await dialog.getByRole('button', { name: 'Já estou bem' }).click()
    await expect(dialog).toBeHidden()
    await expect(card).toContainText('Disse que já está bem')
    await card.getByRole('button', { name: 'Estão me incomodando' }).click()
    await card.getByRole('button', { name: 'Fechar' }).click()
    await expect(card).toHaveCount(0)
  })

  await test.step('a board in another tab has told nobody; shown again, it answers', async () => {
    await staff.evaluate(showPage, 'hidden')
    await openHelp(ana, /^Mais opções/)
    await dialog.getByRole('button', { name: 'Passei mal' }).click()
    await expect(dialog).toContainText('Ninguém da equipe viu ainda.')
    await expect(dialog.getByRole('link').first()).toHaveText(/^192/)
    await staff.evaluate(showPage, 'visible')
    await expect(dialog).toContainText('Avisamos a equipe.')
  })

  await test.step('"Resolvido" comes back', async () => {
    await card.getByRole('button', { name: 'Passei mal' }).click()
    await pressSettled(card.getByRole('button', { name: 'Resolvido' }))
    await expect(dialog).toContainText('A equipe marcou seu pedido como resolvido.')
    await expect(card).toHaveCount(0)
  })

  await test.step('a call after a resolved one begins anew, and "Já estou bem" takes it back', async () => {
    const lose = await holdRequests(ana.page, '**/visit/help', (route) => route.abort())
    await dialog.getByRole('button', { name: 'Alguém está me incomodando' }).click()
    await expect(dialog).toContainText('Avisando a equipe...')
    lose()
    await expect(dialog).toContainText('Seu pedido ainda não saiu deste celular.')
    expect(await ana.storage()).toHaveProperty('helpCall')
    await dialog.getByRole('button', { name: 'Já estou bem' }).click()
    await expect(dialog).toBeHidden()
    expect(await ana.storage()).not.toHaveProperty('helpCall')
    await ana.page.unroute('**/visit/help')
  })

  await test.step('the offline dialog says that the call has not left, and sends it as soon as it can', async () => {
    await ana.page.context().setOffline(true)
    await openHelp(ana, /^Mais opções/)
    await dialog.getByRole('button', { name: 'Quero sair em segurança' }).click()
    await expect(dialog).toContainText('Seu pedido ainda não saiu deste celular.')
    await expect(dialog.getByRole('link').first()).toHaveText(/^190/)
    // She dials, and the phone forgets the page meanwhile.
    const isClosed = { value: true }
    await ana.page.route('**/visit/help', (route) =>
      isClosed.value ? route.abort() : route.continue(),
    )
    await ana.page.context().setOffline(false)
    await ana.page.reload()
    await openHelp(ana, /^Mais opções/)
    await expect(dialog).toContainText('Seu pedido ainda não saiu deste celular.')
    isClosed.value = false
    await expect(dialog).toContainText('Avisamos a equipe.')
    await expect(card).toContainText('Quero sair em segurança')
  })
})

/** The server gets these requests at once. Their answers are held until the returned function is called. */
async function holdAnswers(page: Page, method: string): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/visit/help', async (route) => {
    if (route.request().method() !== method) return route.fallback()
    const response = await route.fetch()
    await held
    await route.fulfill({ response })
  })
  return release
}

test('T57 a late answer to a call leaves "A caminho" on its page', async ({ asking }) => {
  const { ana, dialog, unwell, card } = asking
  const release = await holdAnswers(ana.page, 'PUT')
  await unwell.click()
  await pressSettled(card.getByRole('button', { name: 'A caminho' }))
  await expect(dialog).toContainText('A caminho')
  release()
  await expect.poll(() => ana.storage()).not.toHaveProperty('helpCall')
  await expect(dialog).toContainText('A caminho')
})

test('T57 a late answer to a call that was withdrawn does not bring it back', async ({
  asking,
}) => {
  const { ana, dialog, unwell, fine } = asking
  const release = await holdAnswers(ana.page, 'PUT')
  await unwell.click()
  await expect(dialog).toContainText('Avisamos a equipe.')
  await fine.click()
  await expect(dialog).toHaveCount(0)
  const answered = ana.page.waitForResponse('**/visit/help')
  release()
  await (await answered).finished()
  await openHelp(ana, /^Menu/)
  await expect(dialog).toContainText('O que está acontecendo?')
})

test('T57 a late answer to "Já estou bem" leaves the call that follows', async ({ asking }) => {
  const { ana, dialog, unwell, fine } = asking
  const release = await holdAnswers(ana.page, 'DELETE')
  await unwell.click()
  await expect(dialog).toContainText('Avisamos a equipe.')
  await fine.click()
  await expect(dialog).toContainText('O que está acontecendo?')
  await unwell.click()
  await expect(dialog).toContainText('Avisamos a equipe.')
  release()
  // The press of "Já estou bem" closes it.
  await expect(dialog).toHaveCount(0)
  await openHelp(ana, /^Menu/)
  await expect(dialog).toContainText('Avisamos a equipe.')
})

test('T57 a call arrives without a socket: of a person whom a full bar refuses, at a page of the staff that polls', async ({
  admin: bringIn,
  bar,
  device,
  person,
}) => {
  const ana = await person('Ana')
  const admin = await bringIn()
  const { page: staff } = await device()
  const open: WebSocketRoute[] = []
  let isFull = false
  await ana.page.routeWebSocket(ROOM_SOCKET, (socket) => {
    if (isFull) return void socket.close({ code: CLOSE.barFull })
    socket.connectToServer()
    open.push(socket)
  })
  await staff.routeWebSocket(SECTION, (socket) => void socket.close({ code: CLOSE.overloaded }))
  await Promise.all([ana.enterBar(bar.id, '7'), joinStaff(staff, admin, bar.id)])
  await staff.getByRole('button', { name: 'Ativar o alarme' }).click()

  isFull = true
  for (const socket of open) await socket.close({ code: CLOSE.overloaded })
  const dialog = await openHelp(ana, /^Menu/)
  await dialog.getByRole('button', { name: 'Passei mal' }).click()
  const confirmed = staff.waitForResponse((response) => response.url().endsWith('/help/shown'))
  const card = staff.getByRole('listitem', { name: 'Pedido de ajuda de Ana' })
  await expect(card).toContainText('Passei mal')
  expect((await confirmed).status()).toBe(204)
  await expect(dialog).toContainText('Avisamos a equipe.')
  await pressSettled(card.getByRole('button', { name: 'A caminho' }))
  await expect(dialog).toContainText('A caminho')
  await card.getByRole('button', { name: 'Passei mal' }).click()
  await pressSettled(card.getByRole('button', { name: 'Resolvido' }))
  await expect(dialog).toContainText('A equipe marcou seu pedido como resolvido.')
})

test('T57 a call arrives of a person whom a full bar has refused since they came', async ({
  admin: bringIn,
  bar,
  device,
  person,
}) => {
  const ana = await person('Ana')
  const admin = await bringIn()
  const { page: staff } = await device()
  await joinStaff(staff, admin, bar.id)
  await staff.getByRole('button', { name: 'Ativar o alarme' }).click()
  await ana.page.routeWebSocket(ROOM_SOCKET, (socket) => {
    void socket.close({ code: CLOSE.barFull })
  })
  await ana.page.goto(address(PAGES.table, { barId: bar.id, tableId: '7' }))
  await ana.page.getByRole('textbox', { name: 'Nome ou Apelido' }).fill('Ana')
  await ana.page.getByRole('button', { name: 'Começar a Conversar' }).click()
  await expect(ana.page.getByText('Este bar está cheio agora.')).toBeVisible()
  const dialog = await openHelp(ana, /^Menu/)
  await dialog.getByRole('button', { name: 'Passei mal' }).click()
  await expect(staff.getByRole('listitem', { name: 'Pedido de ajuda de Ana' })).toContainText(
    'Passei mal',
  )
  await expect(dialog.getByRole('link').first()).toHaveText(/^192/)
})
