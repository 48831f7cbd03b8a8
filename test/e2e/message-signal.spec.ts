import type { Page } from '@playwright/test'
import { address } from '#contract/address.ts'
import { PAGES } from '#contract/pages.ts'
import type { PublicPerson } from '#contract/person.ts'
import { aPerson, conversation } from '#test/fakes/people.ts'
import { expect, test } from './e2e.ts'
import { holdToasts } from './toast-log.ts'

declare global {
  interface Window {
    signals: { rings: number; shakes: number; badges: number[] }
  }
}

/** Replaces sound, vibration and badge, and counts their calls. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const signals = { rings: 0, shakes: 0, badges: [] as number[] }
    window.signals = signals
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...args) {
      signals.rings += 1
      start.apply(this, args)
    }
    navigator.vibrate = () => {
      signals.shakes += 1
      return true
    }
    navigator.setAppBadge = async (count) => void signals.badges.push(count ?? -1)
    navigator.clearAppBadge = async () => void signals.badges.push(0)
  })
}

const TONES = 6

test('unread messages are in the title and on the icon, and ring once the signal is on', async ({
  bar,
  person,
  peer,
}) => {
  const ana = await person('Ana')
  await listen(ana.page)
  await ana.enterBar(bar.id, '7')
  const bia = await peer('Bia')
  const title = await ana.page.title()
  const signal = ana.page.getByRole('switch', { name: 'Som e vibração para mensagens novas' })

  await test.step('with the signal off the title counts and nothing rings', async () => {
    bia.say(ana.id, 'Oi!')
    await expect(ana.page).toHaveTitle(`(1) ${title}`)
    await expect
      .poll(() => ana.page.evaluate(() => window.signals))
      .toEqual({ rings: 0, shakes: 0, badges: [0, 1] })
    expect(await ana.storage()).not.toHaveProperty('messageSignal')
  })

  await test.step('turning it on plays the sound, and then each message does', async () => {
    await ana.openMenu()
    await signal.check({ force: true })
    await ana.untilToast('Som ligado')
    await expect.poll(() => ana.page.evaluate(() => window.signals.rings)).toBe(TONES)
    bia.say(ana.id, 'Tudo bem?')
    await expect(ana.page).toHaveTitle(`(2) ${title}`)
    await expect.poll(() => ana.page.evaluate(() => window.signals.rings)).toBe(2 * TONES)
    expect(await ana.page.evaluate(() => window.signals.shakes)).toBe(2)
  })

  await test.step('a message in the open conversation does not ring, and no count is left', async () => {
    // The menu covers the row.
    await ana.page.keyboard.press('Escape')
    await ana.openChatWith('Bia')
    bia.say(ana.id, 'Que bom')
    await ana.untilShows(['Oi!', 'Tudo bem?', 'Que bom'])
    expect(await ana.page.evaluate(() => window.signals.rings)).toBe(2 * TONES)
    await expect.poll(() => ana.page.evaluate(() => window.signals.badges.at(-1))).toBe(0)
  })

  await test.step('the choice survives a reload, and can be turned off', async () => {
    await ana.goBackToList()
    await ana.page.reload()
    await ana.openMenu()
    await expect(signal).toBeChecked()
    await signal.uncheck({ force: true })
    await expect(signal).not.toBeChecked()
    expect(await ana.storage()).not.toHaveProperty('messageSignal')
  })

  await test.step('the icon that is pressed after the visit loses its count', async () => {
    await ana.page.evaluate(() => sessionStorage.clear())
    await ana.page.evaluate(() => localStorage.clear())
    await ana.page.goto('/?volta')
    await expect(ana.page.getByRole('link', { name: 'Acessar um Bar' })).toBeVisible()
    expect(await ana.page.evaluate(() => window.signals.badges)).toEqual([0])
  })
})

test('a browser that plays no sound says so, and the bell stays off', async ({ bar, person }) => {
  const ana = await person('Ana')
  await ana.page.addInitScript(() => {
    AudioContext.prototype.resume = () => new Promise(() => {})
    Object.defineProperty(AudioContext.prototype, 'state', { get: () => 'suspended' })
  })
  await ana.enterBar(bar.id, '7')
  await ana.openMenu()
  const signal = ana.page.getByRole('switch', { name: 'Som e vibração para mensagens novas' })
  await signal.check({ force: true })
  await expect(ana.page.getByText('Este navegador não toca sons aqui.')).toBeVisible()
  await expect(signal).not.toBeChecked()
  expect(await ana.storage()).not.toHaveProperty('messageSignal')
})

test('a message for somebody who looks elsewhere is announced, and who looks away is marked', async ({
  bar,
  person,
  peer,
}) => {
  const [ana, bia] = [await person('Ana'), await person('Bia')]
  await listen(ana.page)
  await ana.enterBar(bar.id, '1')
  await bia.enterBar(bar.id, '2')
  const caio = await peer('Caio', '3')
  const toast = (title: string) =>
    ana.page.getByRole('region', { name: 'Avisos' }).getByRole('button', { name: title })
  const toasts = ana.page.getByRole('region', { name: 'Avisos' }).getByText(/^(Bia|Caio): /)
  const back = ana.page.getByRole('link', { name: 'Voltar' })

  await test.step('on the list it is read out, without a toast', async () => {
    await bia.openChatWith('Ana')
    await bia.send('Oi, Ana')
    const read = ana.page.getByRole('status').getByText('Bia: Oi, Ana', { exact: true })
    await expect(read).toBeAttached()
    await expect(toasts).toHaveCount(0)
  })

  await test.step('in another conversation: one toast for one person, and a number on the way back', async () => {
    await ana.openChatWith('Bia')
    await ana.page.getByRole('log').click()
    await ana.page.evaluate(() => localStorage.setItem('messageSignal', 'on'))
    await holdToasts(ana.page)
    for (const text of ['Oi', 'Tudo bem?', 'Vem cá']) caio.say(ana.id, text)
    await expect(toast('Caio: Vem cá')).toBeVisible()
    await expect(toasts).toHaveCount(1)
    await expect(back).toHaveAccessibleName(/3 mensagens não lidas/)
    await expect(ana.page).toHaveTitle(/^\(3\) Conversa com Bia/)
    await expect.poll(() => ana.page.evaluate(() => window.signals.rings)).toBeGreaterThan(0)
  })

  await test.step('pressed, it opens that conversation, and "back" leads to the list', async () => {
    await toast('Caio: Vem cá').click()
    await ana.untilShows(['Oi', 'Tudo bem?', 'Vem cá'])
    await expect(toasts).toHaveCount(0)
    await expect(back).toHaveAccessibleName('Voltar')
    await ana.page.goBack()
    await ana.untilListed()
  })

  await test.step('on the bar’s own page there is a toast too, and the title counts', async () => {
    await ana.page.goto(address(PAGES.bar, { barId: bar.id }))
    await ana.page.getByRole('button', { name: 'Continuar como Ana' }).click()
    await ana.untilListed()
    await ana.page.goBack()
    await expect(ana.page.getByRole('heading', { name: 'Você está aqui como Ana' })).toBeVisible()
    await bia.send('Cadê você?')
    await expect(toast('Bia: Cadê você?')).toBeVisible()
    await expect(ana.page).toHaveTitle(/^\(1\) /)
    await toast('Bia: Cadê você?').click()
    await ana.untilShows(['Oi, Ana', 'Cadê você?'])
    await ana.page.goBack()
    await ana.untilListed()
  })

  await test.step('an away person is still online, and the next event shows that they are away', async () => {
    await bia.page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await caio.leave()
    await expect(ana.row('Bia')).toContainText('Status: Online')
    await expect(ana.row('Bia')).toContainText('pode demorar a ver')
  })
})

test('a message of a person not loaded yet makes no toast once their conversation is open', async ({
  fake,
  page,
}) => {
  const [bruno, caio, dani] = ['Bruno', 'Caio', 'Dani'].map((name, index) =>
    aPerson(index, { name }),
  ) as [PublicPerson, PublicPerson, PublicPerson]
  const says = (partner: PublicPerson, text: string) => {
    for (const message of conversation(partner, [['them', 0, text]]))
      fake.send({ type: 'message', message, unread: 1 })
  }
  await fake.enterRoom({ people: [bruno, dani] })
  await fake.open(`/bar/${fake.bar.id}/chat/${bruno.id}`)
  await expect(page.getByRole('heading', { name: 'Conversa com Bruno' })).toBeVisible()
  // More people are online than the page has loaded.
  fake.send({ type: 'page', people: [], next: { online: false, id: dani.id } })
  await expect(async () => {
    says(dani, 'Oi')
    await expect(page.getByText('Dani: Oi')).toBeVisible({ timeout: 1_000 })
  }).toPass()

  says(caio, 'Oi, Helena')
  await page.evaluate((path) => {
    const { port1 } = new MessageChannel()
    const pressed = new MessageEvent('message', { data: path, ports: [port1] })
    navigator.serviceWorker.dispatchEvent(pressed)
  }, `/bar/${fake.bar.id}/chat/${caio.id}`)
  await expect(page.getByRole('heading', { name: 'Carregando...' })).toBeVisible()
  fake.send({ type: 'found', asked: caio.id, people: [caio] })
  await expect(page.getByRole('heading', { name: 'Conversa com Caio' })).toBeVisible()
  await expect(page.getByText('Caio: Oi, Helena')).toHaveCount(0)
})
