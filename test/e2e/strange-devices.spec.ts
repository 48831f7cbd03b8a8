import type { Page } from '@playwright/test'
import { address } from '#contract/address.ts'
import { API } from '#contract/paths.ts'
import { VISIT_SECRET_KEY } from '#contract/stored-keys.ts'
import { bytesOf } from '#test/fakes/pictures.ts'
import { expect, test } from './e2e.ts'
import { holdRequests } from './hold-requests.ts'
import { untilHydrated } from './hydration.ts'

const DAY_MS = 86_400_000

for (const [clock, offMs] of [
  ['a day ahead', DAY_MS],
  ['a day behind', -DAY_MS],
] as const) {
  test(`O15 a phone whose clock is ${clock} shows a new message under no other day`, async ({
    bar,
    person,
    peer,
  }) => {
    const ana = await person('Ana')
    await ana.page.clock.install({ time: Date.now() + offMs })
    await ana.enterBar(bar.id, '1')
    const bia = await peer('Bia')
    await ana.openChatWith('Bia')
    await ana.send('Oi!')
    await ana.untilSent()
    bia.say(ana.id, 'Oi, Ana!')
    await ana.untilShows(['Oi!', 'Oi, Ana!'])
    await ana.page.reload()
    await ana.untilShows(['Oi!', 'Oi, Ana!'])
    const ahead = (await ana.page.evaluate(() => Date.now())) - Date.now()
    expect(Math.abs(ahead)).toBeGreaterThan(DAY_MS / 2)
    await expect(ana.messages.getByText(/Ontem|Hoje|-feira|sábado|domingo/)).toHaveCount(0)
  })
}

/** From the next document on, `blockSockets` can block this page's sockets. */
async function makeBlockable(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const Socket = WebSocket
    Object.assign(window, {
      WebSocket: class extends Socket {
        constructor(url: string | URL, protocols?: string | string[]) {
          super(
            sessionStorage.getItem('blocked') ? String(url).replace('/socket', '/no') : url,
            protocols,
          )
          addEventListener('block', () => this.close())
        }
      },
    })
  })
}

async function blockSockets(page: Page): Promise<void> {
  await page.evaluate(() => {
    sessionStorage.setItem('blocked', 'yes')
    dispatchEvent(new Event('block'))
  })
}

test('O16 a network that blocks sockets alone is named within ten seconds, in list and chat', async ({
  bar,
  person,
  peer,
}) => {
  const ana = await person('Ana', {
    expects: [/WebSocket connection to/, /status of 404/],
  })
  await makeBlockable(ana.page)
  await ana.enterBar(bar.id, '1')
  await peer('Bia')
  await ana.openChatWith('Bia')
  await ana.send('Oi!')
  await ana.untilSent()
  await blockSockets(ana.page)
  const words = 'Esta rede bloqueia a conversa ao vivo. Use os dados do celular.'
  // Roles are hidden while pages change.
  const messages = ana.page.getByLabel('Mensagens', { exact: true })
  const chat = messages.getByText(words).filter({ visible: true })
  await expect(chat).toBeVisible()
  await ana.page.reload()
  await expect(chat).toBeVisible()
  await ana.page.getByRole('link', { name: /Voltar/ }).click()
  await expect(messages).toHaveCount(0)
  const why = ana.page.getByText(words)
  await expect(why).toBeVisible()
  await ana.page.evaluate(() => sessionStorage.removeItem('blocked'))
  await ana.untilListed()
  await expect(why).toHaveCount(0)
})

test('O16 a page behind such a network learns by HTTP that its visit is over', async ({
  bar,
  person,
}) => {
  const ana = await person('Ana', {
    expects: [/WebSocket connection to/, /status of 404/, /status of 410/],
  })
  await makeBlockable(ana.page)
  await ana.enterBar(bar.id, '1')
  await blockSockets(ana.page)
  await ana.page.reload()
  await ana.page.getByRole('button', { name: /^Menu/ }).click()
  await ana.page.getByRole('button', { name: 'Preciso de ajuda' }).click()
  const dialog = ana.page.getByRole('dialog', { name: 'Ajuda' })
  await dialog.getByRole('button', { name: 'Passei mal' }).click()
  await expect(dialog).toContainText('Seu pedido continua aberto.')
  const { secret } = JSON.parse((await ana.storage())[VISIT_SECRET_KEY] ?? '')
  const headers = { Authorization: `Bearer ${secret}`, 'Sec-Fetch-Site': 'same-origin' }
  const path = address(API.visit, { barId: bar.id })
  expect((await ana.page.request.delete(path, { headers })).status()).toBe(200)
  await expect(ana.page.getByText('Sua visita terminou')).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test.describe('on Android', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  })

  test('O17 a photo may be taken or chosen, though the picker of Android offers no camera', async ({
    bar,
    person,
  }) => {
    const { page } = await person('Ana')
    await page.goto(`/bar/${bar.id}/table/7`)
    await untilHydrated(page, 'form')
    const ways = [
      ['Tirar foto', 'user'],
      ['Escolher foto', null],
    ] as const
    for (const [way, capture] of ways) {
      await page.getByRole('button', { name: 'Adicionar Foto' }).click()
      const picker = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: way }).click()
      expect(await (await picker).element().getAttribute('capture')).toBe(capture)
      await expect(page.getByRole('button', { name: way })).toBeHidden()
    }
  })
})

test('O10 a page that is translated before its scripts come keeps what was typed and chosen', async ({
  bar,
  person,
}) => {
  const ana = await person('Ana')
  const { page } = ana
  const release = await holdRequests(page, '**/assets/*.js')
  await page.goto(`/bar/${bar.id}/table/7`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: bar.name })).toBeVisible()
  await page.getByRole('textbox', { name: 'Nome ou Apelido' }).fill('Ana')
  await page.getByRole('textbox', { name: 'Telefone (Opcional)' }).fill('11987654321')
  await page.getByText('Mulheres').click()
  await page.locator('input[type=file]').setInputFiles({
    name: 'foto.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from(bytesOf('jpeg')),
  })
  await page.evaluate(translateOnce)
  release()
  await page.getByRole('dialog').getByRole('button', { name: 'Usar foto' }).click()
  await expect(page.getByRole('textbox', { name: 'Telefone (Opcional)' })).toHaveValue(
    '(11) 98765-4321',
  )
  await page.getByRole('button', { name: 'Começar a Conversar' }).click()
  await expect(ana.row('Ana')).toContainText('Mesa 7')
  const { userProfile = '{}' } = await ana.storage()
  expect(JSON.parse(userProfile)).toMatchObject({ phone: '+5511987654321', interest: 'women' })
})

/** Wraps each text as browsers that translate do. */
function translateOnce(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: Node[] = []
  while (texts.nextNode()) found.push(texts.currentNode)
  for (const text of found) {
    const parent = text.parentElement
    if (!text.nodeValue?.trim() || parent?.closest('script, style, svg, noscript')) continue
    const font = document.createElement('font')
    parent?.replaceChild(font, text)
    font.append(text)
  }
}

test('O10 a field that was typed into before a page is translated and its scripts come keeps its text', async ({
  bar,
  device,
}) => {
  const { page } = await device()
  const release = await holdRequests(page, '**/assets/*.js')
  await page.goto(`/bar/${bar.id}`, { waitUntil: 'commit' })
  const field = page.getByRole('textbox', { name: 'Número da mesa' })
  await field.fill('12')
  await page.evaluate(translateOnce)
  release()
  await untilHydrated(page, 'form')
  await expect(field).toHaveValue('12')
  await page.getByRole('button', { name: 'Entrar na Mesa' }).click()
  await expect(page).toHaveURL(`/bar/${bar.id}/table/12`)
})
