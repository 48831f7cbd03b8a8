import type { Page } from '@playwright/test'
import { toPage } from '#contract/paths.ts'
import { aSubscriber } from '#test/fakes/push-service.ts'
import { expect, test } from './e2e.ts'
import { enterTwo, PersonPage } from './person-page.ts'

test.use({ serviceWorkers: 'allow' })

/** Headless Chromium asks nobody and has no push service: this page has both. */
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
      ...{ origin, registrationId, data: JSON.stringify(notice) },
    })
}

/**
 * In the service worker, of whose globals the tests have no types. Headless Chromium shows no notice
 * and lets no script focus a window.
 */
const KEEP_NOTICES = `
  const kept = new Map()
  const { prototype } = ServiceWorkerRegistration
  prototype.showNotification = async (title, { tag }) => void kept.set(tag, title)
  WindowClient.prototype.focus = async function () { return this }
  self.readNotices = () => [...kept.values()]
  self.pressNotice = () => {
    const [[tag]] = kept
    const notification = { tag, close: () => kept.delete(tag) }
    dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), { notification }))
  }`

test('T61 a card below the first message asks for notices once; a notice opens its conversation', async ({
  bar,
  person,
}) => {
  test.slow()
  const ana = await person('Ana')
  const bia = await person('Bia')
  const card = ana.page.getByRole('region', { name: 'Avisos com a tela apagada' })
  await mayNotify(ana.page, 'granted')
  await enterTwo(bar.id, ana, bia)
  const path = new URL(ana.page.url()).pathname
  let sockets = 0
  ana.page.on('websocket', () => {
    sockets += 1
  })

  await test.step('the card comes with the first message, and asks', async () => {
    await expect(card).toHaveCount(0)
    await ana.send('Oi!')
    await expect(card).toContainText('Avisar quando Bia escrever?')
    const subscribed = ana.page.waitForResponse((answer) => answer.url().endsWith('/visit/notices'))
    await card.getByRole('button', { name: 'Me avisar' }).click()
    expect((await subscribed).status()).toBe(204)
    await expect(card).toContainText('Avisos ligados')
    await card.getByRole('button', { name: 'Entendi' }).click()
    await expect(card).toHaveCount(0)
  })

  await test.step('a notice is shown once for a conversation, and a press opens it in this tab', async () => {
    await ana.goBackToList()
    const push = await openPushService(ana.page)
    const [worker] = ana.page.context().serviceWorkers()
    await worker?.evaluate(KEEP_NOTICES)
    for (const _ of ['one', 'another']) await push({ name: 'Bia', path })
    await push({ name: 'Fora daqui', path: 'https://evil.example/' })
    const shown = () => worker?.evaluate('readNotices()')
    await expect.poll(shown).toEqual(['Bia escreveu para você'])
    await worker?.evaluate('pressNotice()')
    await expect(ana.page).toHaveURL(path)
    await ana.untilShows(['Oi!'])
    expect(await shown()).toEqual([])
    expect(sockets).toBe(0)
    await expect(card).toHaveCount(0)
  })

  await test.step('a new tab that a notice or the icon opens goes on without a question', async () => {
    await ana.composer.fill('um rascunho')
    const tab = await ana.page.context().newPage()
    await tab.goto(`${path}?volta`)
    const again = new PersonPage({ page: tab } as never, 'Ana')
    await again.untilShows(['Oi!'])
    await expect(tab).toHaveURL(path)
    await tab.goBack()
    await again.untilListed()
    await tab.close()
    const app = await ana.page.context().newPage()
    await app.goto('/?volta')
    await new PersonPage({ page: app } as never, 'Ana').untilListed()
    await expect(app).toHaveURL(/\/table\//)
    await app.close()
  })

  await test.step('what a discarded tab held is there again', async () => {
    await ana.page.reload()
    await ana.untilShows(['Oi!'])
    await expect(ana.composer).toHaveValue('um rascunho')
  })

  await test.step('the menu says that they are on, and turns them off', async () => {
    await ana.goBackToList()
    await ana.openMenu()
    const notices = ana.page.getByRole('switch', { name: 'Avisos com a tela apagada' })
    await expect(notices).toBeChecked()
    await notices.click({ force: true })
    await expect(notices).not.toBeChecked()
    expect(await ana.storage()).toMatchObject({ notices: 'off' })
  })
})

test('who refuses notices reads why there are none and is not asked again, and may install the app', async ({
  bar,
  person,
}) => {
  const [ana, bia] = [await person('Ana'), await person('Bia')]
  await mayNotify(ana.page, 'denied')
  await enterTwo(bar.id, ana, bia)
  await ana.send('Oi!')
  const card = ana.page.getByRole('region', { name: 'Avisos com a tela apagada' })
  await card.getByRole('button', { name: 'Me avisar' }).click()
  await expect(card).toContainText('Este navegador bloqueia os avisos deste site.')
  await ana.page.reload()
  await ana.untilShows(['Oi!'])
  await expect(card).toHaveCount(0)
  await ana.page.evaluate(() => {
    const prompt = async () => localStorage.setItem('asked', 'to install')
    dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }))
  })
  await ana.goBackToList()
  await ana.openMenu()
  await expect(ana.page.getByText('Este navegador bloqueia os avisos deste site.')).toBeVisible()
  await ana.page.getByRole('button', { name: 'Instalar o app' }).click()
  expect(await ana.storage()).toMatchObject({ asked: 'to install' })
  await expect(ana.page).toHaveURL(new RegExp(toPage.table(bar.id, '')))
})
