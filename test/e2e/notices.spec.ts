import type { Page } from '@playwright/test'
import { address } from '#contract/address.ts'
import { ADMIN_API, toBoardPage } from '#contract/admin-paths.ts'
import { aSubscriber } from '#test/fakes/push-service.ts'
import { joinStaff } from './admin-page.ts'
import { refuse } from './answers.ts'
import { SESSION_ENDS } from './device.ts'
import { expect, test } from './e2e.ts'
import { holdRequests } from './hold-requests.ts'
import { enterTwo, PersonPage } from './person-page.ts'

test.use({ serviceWorkers: 'allow' })

/** Gives the page a permission prompt and a push service, which headless Chromium lacks. */
async function mayNotify(page: Page, permission: NotificationPermission): Promise<void> {
  const { subscription } = await aSubscriber('https://push.localhost/of-a-browser')
  await page.addInitScript(
    ({ answer, endpoint, p256dh, auth }) => {
      let given = localStorage.getItem('given') ?? 'default'
      Object.defineProperty(Notification, 'permission', { get: () => given })
      Notification.requestPermission = async () => {
        given = answer
        localStorage.setItem('given', answer)
        return answer
      }
      const made = {
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
        unsubscribe: async () => localStorage.removeItem('made') === undefined,
      } as unknown as PushSubscription
      PushManager.prototype.subscribe = async () => {
        localStorage.setItem('made', '')
        return made
      }
      PushManager.prototype.getSubscription = async () =>
        localStorage.getItem('made') === null ? null : made
    },
    { answer: permission, ...subscription },
  )
}

/** Delivers a push message to the service worker, as the browser does. */
async function openPushService(page: Page) {
  const browser = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration) resolve(registration.registrationId)
    }),
  )
  await browser.send('ServiceWorker.enable')
  const registrationId = await registered
  const { origin } = new URL(page.url())
  return (notice: object) =>
    browser.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId,
      data: JSON.stringify(notice),
    })
}

/** How many documents the page has loaded to their end, not only to a script that led it on. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  return () => loads
}

/**
 * In the service worker, of whose globals the tests have no types. Headless Chromium shows no notice
 * and lets no script focus a window.
 */
const KEEP_NOTICES = `
  const kept = new Map()
  const { prototype } = ServiceWorkerRegistration
  prototype.showNotification = async (title, options) => void kept.set(options.tag, { title, ...options })
  WindowClient.prototype.focus = async function () { return this }
  const opened = []
  Clients.prototype.openWindow = async (address) => void opened.push(address)
  self.readOpened = () => opened
  self.readNotices = () => [...kept.values()].map(({ title }) => title)
  self.readButtons = () => [...kept.values()].flatMap(({ actions = [] }) => actions.map(({ title }) => title))
  self.pressNotice = (isButton) => {
    const [[tag, { data, actions }]] = kept
    const notification = { data, close: () => kept.delete(tag) }
    const action = isButton ? actions[0].action : ''
    dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), { notification, action }))
  }`

/** The browser replaces the subscription. Returns the calls of the service worker. */
async function replaceSubscription(page: Page): Promise<string[]> {
  const { subscription } = await aSubscriber('https://push.localhost/replaced')
  const { endpoint, p256dh, auth } = subscription
  const made = JSON.stringify({ endpoint, keys: { p256dh, auth } })
  const [worker] = page.context().serviceWorkers()
  const calls = await worker?.evaluate<string[]>(`(async () => {
    const { fetch } = self
    const calls = []
    self.fetch = async (address, init) => {
      const answer = await fetch(address, init)
      calls.push((init?.method ?? 'GET') + ' ' + answer.status)
      return answer
    }
    PushManager.prototype.subscribe = async () => ({ toJSON: () => (${made}) })
    const event = new ExtendableEvent('pushsubscriptionchange')
    const waited = new Promise((resolve) => { event.waitUntil = resolve })
    dispatchEvent(event)
    await (await waited)
    self.fetch = fetch
    return calls
  })()`)
  return calls ?? []
}

test('T61 a line below the first message asks for notices once; a notice opens its conversation', async ({
  bar,
  person,
  peer,
}) => {
  const ana = await person('Ana', { expects: [/status of 500/] })
  const line = ana.page.getByRole('region', { name: 'Avisos com a tela apagada' })
  await mayNotify(ana.page, 'granted')
  await ana.enterBar(bar.id, '1')
  await peer('Bia')
  await ana.openChatWith('Bia')
  const path = new URL(ana.page.url()).pathname
  let sockets = 0
  ana.page.on('websocket', () => {
    sockets += 1
  })

  await test.step('the line comes with the first message once the keyboard is closed, and asks', async () => {
    await ana.send('Oi!')
    await ana.untilSent()
    await expect(line).toHaveCount(0)
    await ana.composer.blur()
    await expect(line).toContainText('Avisar quando Bia responder?')
    const subscribed = ana.page.waitForResponse((answer) => answer.url().endsWith('/visit/notices'))
    await line.getByRole('button', { name: 'Avisar' }).click()
    expect((await subscribed).status()).toBe(204)
    await ana.untilToast('Avisos ligados')
    await expect(line).toHaveCount(0)
  })

  await test.step('the first answer takes the line away', async () => {
    const caio = await peer('Caio', '3')
    await ana.page.evaluate(() => localStorage.removeItem('notices'))
    await ana.goBackToList()
    await ana.openChatWith('Caio')
    await ana.send('Oi, Caio!')
    await ana.untilSent()
    await ana.composer.blur()
    await expect(line).toBeVisible()
    caio.say(ana.id, 'Oi!')
    await ana.untilShows(['Oi, Caio!', 'Oi!'])
    await expect(line).toHaveCount(0)
    await ana.page.evaluate(() => localStorage.setItem('notices', 'on'))
    await ana.goBackToList()
    await ana.openChatWith('Bia')
  })

  await ana.goBackToList()
  const push = await openPushService(ana.page)
  const [worker] = ana.page.context().serviceWorkers()
  await worker?.evaluate(KEEP_NOTICES)
  const opened = () => worker?.evaluate('readOpened()')

  await test.step('a notice is shown once for a conversation, and a press opens it in this tab', async () => {
    for (const _ of ['one', 'another']) await push({ name: 'Bia', path })
    await push({ name: 'Fora daqui', path: 'https://evil.example/' })
    const shown = () => worker?.evaluate('readNotices()')
    await expect.poll(shown).toEqual(['Bia escreveu para você'])
    await worker?.evaluate('pressNotice()')
    await expect(ana.page).toHaveURL(path)
    await ana.untilShows(['Oi!'])
    expect(await shown()).toEqual([])
    expect(sockets).toBe(0)
    await expect(line).toHaveCount(0)
    await push({ name: 'Bia', path: '/bar/ZZZZZ9/chat/x' })
    await worker?.evaluate('pressNotice()')
    await expect.poll(opened).toEqual(['/bar/ZZZZZ9/chat/x?volta'])
  })

  await test.step('O3 a window that refuses the focus is opened anew', async () => {
    await worker?.evaluate(`
      WindowClient.prototype.focus = () => Promise.reject(new Error('not allowed'))`)
    await push({ name: 'Bia', path })
    await worker?.evaluate('pressNotice()')
    await expect.poll(opened).toContain(`${path}?volta`)
  })

  await test.step('a new tab that a notice or the icon opens goes on without a question', async () => {
    const tab = await ana.page.context().newPage()
    const tabLoads = countLoads(tab)
    await tab.goto(`${path}?volta`)
    const again = new PersonPage({ page: tab }, 'Ana')
    await again.untilShows(['Oi!'])
    expect(tabLoads()).toBe(1)
    await expect(tab).toHaveURL(path)
    await tab.goBack()
    await again.untilListed()
    await tab.close()
    const app = await ana.page.context().newPage()
    const appLoads = countLoads(app)
    await app.goto('/?volta')
    await new PersonPage({ page: app }, 'Ana').untilListed()
    expect(appLoads()).toBe(1)
    await expect(app).toHaveURL(/\/table\//)
    await app.close()
  })

  await test.step('the menu says that they are on, and turns them off', async () => {
    await ana.goBackToList()
    await ana.openMenu()
    const notices = ana.page.getByRole('switch', { name: 'Avisos com a tela apagada' })
    await expect(notices).toBeChecked()
    await ana.page.route('**/visit/notices', refuse('internal'), { times: 1 })
    await notices.click({ force: true })
    await ana.untilToast('Erro', 'Não deu para desligar os avisos agora. Tente daqui a pouco.')
    await expect(notices).toBeChecked()
    await notices.click({ force: true })
    await expect(notices).not.toBeChecked()
    expect(await ana.storage()).toMatchObject({ notices: 'off' })
  })
})

test('a person who refused or lacks notices reads why, is not asked again, and may install the app', async ({
  bar,
  person,
}) => {
  const [ana, bia] = [await person('Ana'), await person('Bia')]
  await mayNotify(ana.page, 'denied')
  await bia.page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'))
  await enterTwo(bar.id, ana, bia)
  await ana.send('Oi!')
  await ana.composer.blur()
  const line = ana.page.getByRole('region', { name: 'Avisos com a tela apagada' })
  await line.getByRole('button', { name: 'Avisar' }).click()
  await expect(ana.page.getByText('Este navegador bloqueia os avisos deste site.')).toBeVisible()
  await ana.page.reload()
  await ana.untilShows(['Oi!'])
  await expect(line).toHaveCount(0)
  await ana.page.evaluate(() => {
    const prompt = async () => localStorage.setItem('asked', 'to install')
    dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }))
  })
  await ana.goBackToList()
  await ana.openMenu()
  await ana.page.getByRole('button', { name: 'Instalar o app' }).click()
  expect(await ana.storage()).toMatchObject({ asked: 'to install' })
  await bia.openMenu()
  await expect(bia.page.getByText('Este navegador não avisa com a tela apagada.')).toBeVisible()
})

test('T61 the staff turn on notices of help on their phone; one names nobody and leads to the board', async ({
  admin: bringIn,
  bar,
  device,
  person,
}) => {
  const admin = await bringIn()
  const { page: staff } = await device({
    expects: [/status of 500/, /status of 404/, ...SESSION_ENDS],
  })
  await mayNotify(staff, 'granted')
  await joinStaff(staff, admin, bar.id)
  const notices = staff.getByRole('switch', { name: 'Avisar neste celular' })
  const isCall = (address: string) => address.endsWith('/api/admin/notices')
  const answered = () => staff.waitForResponse((answer) => isCall(answer.url()))

  await test.step('the switch keeps the phone with the session', async () => {
    // A press with `force` does not wait for it.
    await expect(notices).toBeEnabled()
    const kept = answered()
    await notices.click({ force: true })
    expect((await kept).status()).toBe(204)
    await staff.reload()
    await expect(notices).toBeChecked()
  })

  await test.step('notices that cannot be renewed are not shown as on', async () => {
    await staff.route('**/api/admin/notices', refuse('internal'))
    await staff.reload()
    await expect(staff.getByText('Não deu para ligar os avisos agora.')).toBeVisible()
    await expect(notices).not.toBeChecked()
    await staff.unroute('**/api/admin/notices')
    await staff.reload()
    await expect(notices).toBeChecked()
  })

  await test.step('a login in the dialog of the board keeps the phone with the new session', async () => {
    await staff.evaluate((path) => fetch(path, { method: 'DELETE' }), ADMIN_API.session)
    const dialog = staff.getByRole('dialog', { name: 'Sua sessão terminou' })
    await dialog.getByLabel('Senha', { exact: true }).fill(admin.password)
    await dialog.getByRole('button', { name: 'Entrar', exact: true }).click()
    const subscribedKey = () =>
      staff.evaluate(async (path) => (await fetch(path)).json(), ADMIN_API.notices)
    await expect.poll(subscribedKey).toMatchObject({ pushKey: expect.any(String) })
    await expect(notices).toBeChecked()
  })

  await test.step('the board that is open comes to the front, at the calls or at the bar of a report', async () => {
    const push = await openPushService(staff)
    const [worker] = staff.context().serviceWorkers()
    await worker?.evaluate(KEEP_NOTICES)
    const path = toBoardPage(bar.id, 'help')
    for (const _ of ['one', 'another']) await push({ about: 'help', bar: bar.name, path })
    await push({ about: 'help', bar: bar.name, path: `/bar/${bar.id}/x` })
    const shown = () => worker?.evaluate('readNotices()')
    await expect.poll(shown).toEqual(['Pedido de ajuda'])
    await staff.setViewportSize({ width: 360, height: 320 })
    await staff.evaluate('scrollTo(0, 999); window.isSame = true')
    await worker?.evaluate('pressNotice()')
    await expect.poll(shown).toEqual([])
    await expect(staff).toHaveURL(path)
    await expect.poll(() => staff.evaluate('scrollY')).toBe(0)

    const people = staff.getByRole('region', { name: 'Dashboard de Usuários' })
    await people.getByRole('button', { name: 'Dashboard de Usuários' }).click()
    await push({ about: 'report', bar: bar.name, path: toBoardPage(bar.id, 'report') })
    await expect.poll(shown).toEqual(['Denúncia nova'])
    await worker?.evaluate('pressNotice()')
    await expect(people.getByRole('heading', { name: bar.name })).toBeInViewport()
    await expect(staff).toHaveURL(toBoardPage(bar.id, 'report'))
    expect(await staff.evaluate('window.isSame')).toBe(true)
    expect(await worker?.evaluate('readOpened()')).toEqual([])

    await staff.goto(`/barmonitor/codigo/${bar.id}`)
    await push({ about: 'help', bar: bar.name, path })
    await expect.poll(shown).toEqual(['Pedido de ajuda'])
    await worker?.evaluate('pressNotice()')
    await expect.poll(() => worker?.evaluate('readOpened()')).toEqual([path])
    // The board renews them; the last step counts only the next renewal.
    const renewed = answered()
    await staff.goto('/barmonitor')
    await renewed
  })

  await test.step('O18 the service worker keeps a subscription that the browser has replaced', async () => {
    expect(await replaceSubscription(staff)).toEqual(['GET 200', 'PUT 204'])
  })

  await test.step('and off again, also while they are renewed', async () => {
    const calls: string[] = []
    staff.on('request', (call) => isCall(call.url()) && calls.push(call.method()))
    staff.on('response', (answer) => isCall(answer.url()) && calls.push(`${answer.status()}`))
    const release = await holdRequests(staff, '**/api/admin/notices')
    await staff.reload()
    await expect.poll(() => calls).toEqual(['PUT'])
    await expect(notices).toBeChecked()
    await notices.click({ force: true })
    release()
    await expect.poll(() => calls).toEqual(['PUT', '204', 'DELETE', '204'])
    await expect(notices).toBeEnabled()
    await expect(notices).not.toBeChecked()
    expect(await replaceSubscription(staff)).toEqual(['GET 200'])
  })

  await test.step('"A caminho" is pressed in the notice of one call; a call that is gone opens the board', async () => {
    const [worker] = staff.context().serviceWorkers()
    const push = await openPushService(staff)
    const ana = await person('Ana')
    await ana.enterBar(bar.id, '7')
    await ana.page.getByRole('button', { name: /^Menu/ }).click()
    await ana.page.getByRole('button', { name: 'Preciso de ajuda' }).click()
    const asked = ana.page.waitForRequest((request) => request.url().endsWith('/visit/help'))
    await ana.page.getByRole('button', { name: 'Passei mal' }).click()
    const { id } = (await asked).postDataJSON()
    const { userId: personId = '' } = await ana.storage()
    const path = address(ADMIN_API.personHelp, { barId: bar.id, personId })
    const notice = { about: 'help', bar: bar.name, path: toBoardPage(bar.id, 'help') }
    const shown = () => worker?.evaluate('readNotices()')
    for (const call of [
      { id, path },
      { id: crypto.randomUUID(), path },
    ]) {
      await push({ ...notice, call })
      await expect.poll(shown).toEqual(['Pedido de ajuda'])
      expect(await worker?.evaluate('readButtons()')).toEqual(['A caminho'])
      await worker?.evaluate('pressNotice(true)')
      await expect.poll(shown).toEqual([])
      await expect(ana.page.getByRole('dialog')).toContainText('A caminho')
    }
    await expect(staff).toHaveURL(notice.path)
  })
})

test('a browser that denies the site all storage opens a chat without an error', async ({
  bar,
  person,
  peer,
}) => {
  const ana = await person('Ana')
  await ana.page.addInitScript(() => {
    ServiceWorkerContainer.prototype.getRegistration = async () => {
      document.documentElement.dataset.asked = ''
      throw new DOMException('The user denied permission', 'SecurityError')
    }
  })
  await ana.enterBar(bar.id, '1')
  await peer('Bia')
  await ana.openChatWith('Bia')
  await expect(ana.page.locator('html[data-asked]')).toBeAttached()
})
