import type { Page } from '@playwright/test'
import { expect, test } from './e2e.ts'

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
}) => {
  const ana = await person('Ana')
  const bia = await person('Bia')
  await listen(ana.page)
  await ana.enterBar(bar.id, '7')
  await bia.enterBar(bar.id, '8')
  const title = await ana.page.title()
  const signal = ana.page.getByRole('switch', { name: 'Som e vibração para mensagens novas' })

  await test.step('with the signal off the title counts and nothing rings', async () => {
    await bia.openChatWith('Ana')
    await bia.send('Oi!')
    await expect(ana.page).toHaveTitle(`(1) ${title}`)
    await expect
      .poll(() => ana.page.evaluate(() => window.signals))
      .toEqual({ rings: 0, shakes: 0, badges: [0, 1] })
    expect(await ana.storage()).not.toHaveProperty('messageSignal')
  })

  await test.step('turning it on plays the sound, and then each message does', async () => {
    await ana.openMenu()
    await signal.check({ force: true })
    await expect(signal).toBeChecked()
    await expect(ana.toast('Som ligado')).toBeVisible()
    await expect.poll(() => ana.page.evaluate(() => window.signals.rings)).toBe(TONES)
    await bia.send('Tudo bem?')
    await expect(ana.page).toHaveTitle(`(2) ${title}`)
    await expect.poll(() => ana.page.evaluate(() => window.signals.rings)).toBe(2 * TONES)
    expect(await ana.page.evaluate(() => window.signals.shakes)).toBe(2)
  })

  await test.step('a message in the open conversation does not ring, and no count is left', async () => {
    await ana.openChatWith('Bia')
    await bia.send('Que bom')
    await ana.untilShows(['Oi!', 'Tudo bem?', 'Que bom'])
    await expect(ana.page).toHaveTitle(/^Conversa com Bia/)
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
})
