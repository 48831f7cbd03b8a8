import type { Locator } from '@playwright/test'
import { toApi } from '#contract/paths.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { ProxiedConnection } from '#test/server/tcp-proxy.ts'
import { expect, test } from './e2e.ts'
import { enterTwo, PersonPage } from './person-page.ts'

test.use({ serviceWorkers: 'allow' })

const CUT_OFF = /net::ERR_|WebSocket connection to/
const BACK_WITHIN_MS = 2_000
/** The rows of docs/faults.md give times of an idle machine. */
const SHARED = 10

const strip = ({ page }: PersonPage): Locator => page.getByText('Sem conexão. Tentando de novo…')
const sent = ({ messages }: PersonPage): Locator => messages.getByText('enviada', { exact: true })

/** Prints how long something took. */
function note(what: string, sinceMs: number): void {
  console.log(`${what} after ${Date.now() - sinceMs} ms`)
}

/** Both have the conversation open, and the first message has arrived. */
async function startTalk(
  barId: string,
  ana: PersonPage,
  bia: PersonPage,
  text: string,
): Promise<void> {
  await enterTwo(barId, ana, bia)
  await bia.openChatWith(ana.name)
  await ana.send(text)
  await bia.untilShows([text])
}

/** Waits until all messages are there, two seconds by the row. */
async function isExact(ana: PersonPage, texts: string[], sinceMs: number): Promise<void> {
  await expect
    .poll(() => ana.bubbles(), { timeout: SHARED * BACK_WITHIN_MS, intervals: [50] })
    .toEqual(texts)
  note('everything was there', sinceMs)
  await expect(strip(ana)).toBeHidden()
}

test('R10 R25 a silent connection shows the banner, and afterwards each message is there once', async ({
  bar,
  line,
  person,
}) => {
  test.slow()
  const ana = await person('Ana', { origin: line.origin, expects: [CUT_OFF] })
  const bia = await person('Bia')
  await startTalk(bar.id, ana, bia, 'antes')

  line.vanish()
  const vanishedAt = Date.now()
  await ana.send('daqui não sai')
  await bia.send('cadê você?')
  await expect(strip(ana)).toBeVisible({ timeout: SHARED * TIMINGS.pongWithinMs })
  note('the strip was shown', vanishedAt)
  await ana.untilShows(['antes', 'daqui não sai'])
  await expect(ana.messages.getByText('enviando')).toHaveCount(1)

  await ana.page.context().setOffline(true)
  line.reappear()
  const signalAt = Date.now()
  await ana.page.context().setOffline(false)
  await isExact(ana, ['antes', 'cadê você?', 'daqui não sai'], signalAt)
  await expect(sent(ana)).toHaveCount(2)
  await bia.untilShows(['antes', 'cadê você?', 'daqui não sai'])
})

test('R27 a phone that slept for ten minutes is up to date when it wakes', async ({
  bar,
  line,
  person,
}) => {
  test.slow()
  const ana = await person('Ana', { origin: line.origin, expects: [CUT_OFF] })
  const bia = await person('Bia')
  await ana.page.clock.install()
  await startTalk(bar.id, ana, bia, 'boa noite')

  const devtools = await ana.page.context().newCDPSession(ana.page)
  const asleepAt = await ana.page.evaluate(() => Date.now())
  await ana.page.context().setOffline(true)
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
  line.vanish()
  await bia.send('oi')
  await bia.send('cadê você?')
  await bia.untilShows(['boa noite', 'oi', 'cadê você?'])

  line.reappear()
  await ana.page.clock.fastForward('10:00')
  await devtools.send('Page.setWebLifecycleState', { state: 'active' })
  const wokenAt = await ana.page.evaluate(() => Date.now())
  expect(wokenAt - asleepAt).toBeGreaterThanOrEqual(600_000)
  const signalAt = Date.now()
  await ana.page.context().setOffline(false)
  await isExact(ana, ['boa noite', 'oi', 'cadê você?'], signalAt)
  await ana.send('aqui')
  await bia.untilShows(['boa noite', 'oi', 'cadê você?', 'aqui'])
  await ana.untilShows(['boa noite', 'oi', 'cadê você?', 'aqui'])
  await expect(sent(ana)).toHaveCount(2)
})

test('R26 a person whose browser crashed is offline for others, and continues in a new tab', async ({
  bar,
  person,
  device,
}) => {
  test.slow()
  const home = await device()
  const ana = new PersonPage(home, 'Ana')
  const bia = await person('Bia')
  await startTalk(bar.id, ana, bia, 'antes')

  const devtools = await home.context.newCDPSession(ana.page)
  const crash = ana.page.waitForEvent('crash')
  // The answer never comes, because the process dies.
  devtools.send('Page.crash').catch(() => {})
  await crash
  const crashedAt = Date.now()
  const presence = bia.page.getByRole('banner').getByRole('status')
  await expect(presence).toHaveText(`Offline · Mesa 1 · ${bar.name}`, {
    timeout: SHARED * TIMINGS.offlineGraceMs,
  })
  note('the others saw it', crashedAt)
  await bia.send('cadê você?')

  const again = new PersonPage({ ...home, page: await home.context.newPage() }, 'Ana')
  await again.page.goto(`/bar/${bar.id}/table/1`)
  await again.page.getByRole('button', { name: 'Continuar como Ana' }).click()
  await again.openChatWith('Bia')
  await again.untilShows(['antes', 'cadê você?'])
  await expect(presence).toHaveText(`Online · Mesa 1 · ${bar.name}`)
  await again.send('voltei')
  await bia.untilShows(['antes', 'cadê você?', 'voltei'])
  await bia.page.getByRole('link', { name: 'Voltar' }).click()
  await expect(bia.page.getByRole('listitem')).toHaveCount(2)
})

/** Cuts the connection before the answer to the next frame. */
function loseAnswer(connection: ProxiedConnection): void {
  let isAsked = false
  connection.judge = (direction) => {
    if (direction === 'toServer') isAsked = true
    return isAsked && direction === 'toClient' ? 'cut' : 'pass'
  }
}

/** Cuts the connection at the next frame to the server. */
function loseQuestion(connection: ProxiedConnection): void {
  connection.judge = (direction) => (direction === 'toServer' ? 'cut' : 'pass')
}

test('R29 on a slow, breaking line repeated presses make one bubble and one row', async ({
  bar,
  line,
  person,
}) => {
  test.slow()
  const ana = await person('Ana', { origin: line.origin, expects: [CUT_OFF] })
  const bia = await person('Bia')
  await enterTwo(bar.id, ana, bia)
  await bia.openChatWith('Ana')
  line.latencyMs = 300
  line.all((connection) => {
    connection.latencyMs = 300
  })

  await ana.composer.fill('vinte vezes')
  // All in one task of the page, so that speed does not matter.
  await ana.composer.evaluate((area) => {
    const key = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }
    for (let turn = 0; turn < 20; turn += 1)
      area.dispatchEvent(new KeyboardEvent('keydown', { ...key, repeat: turn > 0 }))
  })
  await ana.composer.fill('duas vezes')
  await ana.page.getByRole('button', { name: 'Enviar' }).dblclick()
  const pressed = ['vinte vezes', 'duas vezes']
  await ana.untilShows(pressed)
  await expect(sent(ana)).toHaveCount(2)
  await bia.untilShows(pressed)
  await bia.send('oi')

  const all = [...pressed, 'oi']
  for (const lose of [loseAnswer, loseQuestion]) {
    await ana.untilShows(all)
    line.all(lose)
    all.push(lose.name)
    await ana.send(lose.name)
    await bia.untilShows(all)
    await expect(sent(ana)).toHaveCount(all.length - 1)
  }
  await ana.untilShows(all)
  await bia.untilShows(all)
  expect(await rowsBetween(ana, bia, bar.id)).toEqual(all.map((text, at) => [at + 1, text]))
})

/** The numbers and texts of a conversation that the room has stored. */
async function rowsBetween(one: PersonPage, other: PersonPage, barId: string): Promise<unknown> {
  const { userId = '' } = await other.storage()
  const { patronSecret = '{}' } = await one.storage()
  const headers = { Authorization: `Bearer ${JSON.parse(patronSecret).secret}` }
  const address = `${toApi.conversation(barId, userId)}?after=0`
  const answer = await one.page.request.get(address, { headers })
  const { messages } = await answer.json()
  return messages.map(({ number, text }: { number: number; text: string }) => [number, text])
}
