import type { Person } from '#test/client/person.ts'
import { expect, test } from './e2e.ts'
import { PersonPage } from './person-page.ts'

test.use({ serviceWorkers: 'allow' })

const CUT_OFF = /net::ERR_|WebSocket connection to/

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
  await expect.poll(received).toEqual(texts)
}

test('R5 R27 a phone that slept for ten minutes catches up on waking, keeps typed text, repeats no toast', async ({
  bar,
  line,
  person,
  peer,
}) => {
  const ana = await person('Ana', { origin: line.origin, expects: [CUT_OFF] })
  await ana.page.clock.install()
  const bia = await meet(bar.id, ana, peer)
  await ana.send('boa noite')
  await hasReached(bia, ana, ['boa noite'])
  await ana.composer.fill('aqui')

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
  await ana.page.context().setOffline(false)
  await ana.untilShows(['boa noite', 'oi', 'cadê você?'])
  await expect(ana.page.getByText('Sem conexão. Tentando de novo…')).toBeHidden()
  await expect(ana.toast('Novo usuário')).toHaveCount(0)
  await expect(ana.composer).toHaveValue('aqui')
  await ana.composer.press('Enter')
  await hasReached(bia, ana, ['boa noite', 'oi', 'cadê você?', 'aqui'])
  await ana.untilShows(['boa noite', 'oi', 'cadê você?', 'aqui'])
  await ana.untilSent()
})

test('a first visit asks for each file once, with one stylesheet, though the service worker keeps it too', async ({
  bar,
  line,
  person,
}) => {
  const asked: string[] = []
  line.judge = (direction, piece) => {
    const requests = piece.toString('latin1').matchAll(/^GET (\/assets\/\S+)/gm)
    if (direction === 'toServer') for (const [, path = ''] of requests) asked.push(path)
    return 'pass'
  }
  const { page } = await person('Ana', { origin: line.origin })
  await page.goto(`/bar/${bar.id}/table/7`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  expect(asked.filter((path) => path.endsWith('.css'))).toHaveLength(1)
  expect(asked).toHaveLength(new Set(asked).size)
})

test('R26 a person whose browser crashed is offline for others, and continues in a new tab', async ({
  bar,
  device,
  peer,
}) => {
  const home = await device()
  const ana = new PersonPage(home, 'Ana')
  const bia = await meet(bar.id, ana, peer)
  await ana.send('antes')
  await hasReached(bia, ana, ['antes'])

  const devtools = await home.context.newCDPSession(ana.page)
  const crash = ana.page.waitForEvent('crash')
  // The answer never comes, because the process dies.
  devtools.send('Page.crash').catch(() => {})
  await crash
  const isOnline = () => bia.people.get(ana.id)?.online
  await expect.poll(isOnline).toBe(false)
  bia.say(ana.id, 'cadê você?')

  const again = new PersonPage({ page: await home.context.newPage() }, 'Ana')
  await again.page.goto(`/bar/${bar.id}/table/1`)
  await again.page.getByRole('button', { name: 'Continuar como Ana' }).click()
  await again.openChatWith('Bia')
  await again.untilShows(['antes', 'cadê você?'])
  await expect.poll(isOnline).toBe(true)
  await again.send('voltei')
  await hasReached(bia, ana, ['antes', 'cadê você?', 'voltei'])
  expect([...bia.people.keys()].sort()).toEqual([ana.id, bia.id].sort())
})

test('R29 repeated presses make one bubble and one row', async ({ bar, person, peer }) => {
  const ana = await person('Ana')
  const bia = await meet(bar.id, ana, peer)
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
  await ana.untilSent()
  await hasReached(bia, ana, pressed)
  const stored = await bia.readConversation(ana.id)
  expect(stored).toMatchObject(pressed.map((text, at) => ({ number: at + 1, text })))
})
