import { expect, test } from './e2e.ts'
import { enterTwo } from './person-page.ts'
import { watchPrefetch } from './prefetch.ts'

test.use({ serviceWorkers: 'allow' })

/** The client waits for up to half a minute before each try. */
const CONNECTED_AGAIN = { timeout: 60_000 }

const CUT_OFF = /ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|WebSocket connection to/

test('R2 R5 while the server is away nothing written is lost, and after it no event is repeated', async ({
  bar,
  person,
  server,
}) => {
  test.slow()
  const ana = await person('Ana', { expects: [CUT_OFF] })
  const bia = await person('Bia', { expects: [CUT_OFF] })
  const prefetched = [ana, bia].map(({ page }) => watchPrefetch(page))
  await enterTwo(bar.id, ana, bia)
  // Waits until the toast of Bia's arrival is gone.
  await expect(ana.toast('Novo usuário')).toHaveCount(0, { timeout: 15_000 })
  await ana.send('antes')
  await bia.openChatWith('Ana')
  await bia.untilShows(['antes'])
  await bia.composer.fill('ainda estou escreven')

  for (const one of prefetched) await one()
  await server.kill()
  await expect(ana.page.getByText('Sem conexão. Tentando de novo…')).toBeVisible()
  await ana.send('primeira')
  await ana.send('segunda')
  await expect(ana.messages.getByText('enviando')).toHaveCount(2)

  await server.start()
  await bia.untilShows(['antes', 'primeira', 'segunda'], CONNECTED_AGAIN)
  const sent = ana.messages.getByText('enviada', { exact: true })
  await expect(sent).toHaveCount(3, CONNECTED_AGAIN)
  await ana.untilShows(['antes', 'primeira', 'segunda'])
  await expect(ana.page.getByText('Sem conexão. Tentando de novo…')).toBeHidden()

  await expect(bia.composer).toHaveValue('ainda estou escreven')
  await bia.composer.press('End')
  await bia.composer.pressSequentially('do')
  await bia.composer.press('Enter')
  await ana.untilShows(['antes', 'primeira', 'segunda', 'ainda estou escrevendo'])
  for (const one of [ana, bia]) await expect(one.toast('Novo usuário')).toHaveCount(0)
})
