import type { Locator } from '@playwright/test'
import { TIMINGS } from '#contract/timings.ts'
import type { Person } from '#test/client/person.ts'
import type { ProxiedConnection } from '#test/server/tcp-proxy.ts'
import { expect, test } from './e2e.ts'
import { PersonPage } from './person-page.ts'

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

/** Ana has the conversation open. */
async function meet(
  barId: string,
  ana: PersonPage,
  peer: (name: string) => Promise<Person>,
): Promise<Person> {
  await ana.enterBar(barId, '1')
  const bia = await peer('Bia')
  await ana.openChatWith('Bia')
  return bia
}

/** Waits until all messages have come to the other one, in order. */
async function hasReached(bia: Person, ana: PersonPage, texts: string[]): Promise<void> {
  const received = () => bia.messagesWith(ana.id).map(({ text }) => text)
  await expect.poll(received, { timeout: 15_000 }).toEqual(texts)
}

/** The same, and the first message has arrived. */
async function startTalk(
  barId: string,
  ana: PersonPage,
  peer: (name: string) => Promise<Person>,
  text: string,
): Promise<Person> {
  const bia = await meet(barId, ana, peer)
  await ana.send(text)
  await hasReached(bia, ana, [text])
  return bia
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
  peer,
}) => {
  test.slow()
  const ana = await person('Ana', { origin: line.origin, expects: [CUT_OFF] })
  const bia = await startTalk(bar.id, ana, peer, 'antes')

  line.vanish()
  const vanishedAt = Date.now()
  await ana.send('daqui não sai')
  bia.say(ana.id, 'cadê você?')
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
  await hasReached(bia, ana, ['antes', 'cadê você?', 'daqui não sai'])
})

test('R27 a phone that slept for ten minutes is up to date when it wakes', async ({
  bar,
  line,
  person,
  peer,
}) => {
  test.slow()
  const ana = await person('Ana', { origin: line.origin, expects: [CUT_OFF] })
  await ana.page.clock.install()
  const bia = await startTalk(bar.id, ana, peer, 'boa noite')

  const devtools = await ana.page.context().newCDPSession(ana.page)
  const asleepAt = await ana.page.evaluate(() => Date.now())
  await ana.page.context().setOffline(true)
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
  line.vanish()
  bia.say(ana.id, 'oi')
  bia.say(ana.id, 'cadê você?')
  await hasReached(bia, ana, ['boa noite', 'oi', 'cadê você?'])

  line.reappear()
  await ana.page.clock.fastForward('10:00')
  await devtools.send('Page.setWebLifecycleState', { state: 'active' })
  const wokenAt = await ana.page.evaluate(() => Date.now())
  expect(wokenAt - asleepAt).toBeGreaterThanOrEqual(600_000)
  const signalAt = Date.now()
  await ana.page.context().setOffline(false)
  await isExact(ana, ['boa noite', 'oi', 'cadê você?'], signalAt)
  await ana.send('aqui')
  await hasReached(bia, ana, ['boa noite', 'oi', 'cadê você?', 'aqui'])
  await ana.untilShows(['boa noite', 'oi', 'cadê você?', 'aqui'])
  await expect(sent(ana)).toHaveCount(2)
})

test('R26 a person whose browser crashed is offline for others, and continues in a new tab', async ({
  bar,
  device,
  peer,
}) => {
  test.slow()
  const home = await device()
  const ana = new PersonPage(home, 'Ana')
  const bia = await startTalk(bar.id, ana, peer, 'antes')

  const devtools = await home.context.newCDPSession(ana.page)
  const crash = ana.page.waitForEvent('crash')
  // The answer never comes, because the process dies.
  devtools.send('Page.crash').catch(() => {})
  await crash
  const crashedAt = Date.now()
  const isOnline = () => bia.people.get(ana.id)?.online
  await expect.poll(isOnline, { timeout: SHARED * TIMINGS.offlineGraceMs }).toBe(false)
  note('the others saw it', crashedAt)
  bia.say(ana.id, 'cadê você?')

  const again = new PersonPage({ ...home, page: await home.context.newPage() }, 'Ana')
  await again.page.goto(`/bar/${bar.id}/table/1`)
  await again.page.getByRole('button', { name: 'Continuar como Ana' }).click()
  await again.openChatWith('Bia')
  await again.untilShows(['antes', 'cadê você?'])
  await expect.poll(isOnline).toBe(true)
  await again.send('voltei')
  await hasReached(bia, ana, ['antes', 'cadê você?', 'voltei'])
  expect([...bia.people.keys()].sort()).toEqual([ana.id, bia.id].sort())
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
  peer,
}) => {
  test.slow()
  const ana = await person('Ana', { origin: line.origin, expects: [CUT_OFF] })
  const bia = await meet(bar.id, ana, peer)
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
  await hasReached(bia, ana, pressed)
  bia.say(ana.id, 'oi')

  const all = [...pressed, 'oi']
  for (const lose of [loseAnswer, loseQuestion]) {
    await ana.untilShows(all)
    line.all(lose)
    all.push(lose.name)
    await ana.send(lose.name)
    await hasReached(bia, ana, all)
    await expect(sent(ana)).toHaveCount(all.length - 1)
  }
  await ana.untilShows(all)
  await hasReached(bia, ana, all)
  expect(await rowsBetween(ana, bia)).toEqual(all.map((text, at) => [at + 1, text]))
})

/** The numbers and texts of a conversation that the room has stored. */
async function rowsBetween(one: PersonPage, other: Person): Promise<unknown> {
  const messages = await other.api.fetchConversation(one.id)
  return messages.map(({ number, text }) => [number, text])
}
