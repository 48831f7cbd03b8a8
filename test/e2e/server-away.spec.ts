import { expect, test } from './e2e.ts'
import { enterTwo } from './person-page.ts'
import { untilPrefetched } from './prefetch.ts'

test.use({ serviceWorkers: 'allow' })

/** The client waits for up to half a minute before each try. */
const CONNECTED_AGAIN = { timeout: 60_000 }

const CUT_OFF = /ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|WebSocket connection to/

test('R2 messages written while the server is away arrive once, in order, without a reload', async ({
  bar,
  person,
  server,
}) => {
  test.slow()
  const ana = await person('Ana', { expects: [CUT_OFF] })
  const bia = await person('Bia', { expects: [CUT_OFF] })
  await enterTwo(bar.id, ana, bia)
  await ana.send('antes')
  await bia.openChatWith('Ana')
  await bia.untilShows(['antes'])

  for (const { page } of [ana, bia]) await untilPrefetched(page)
  await server.kill()
  await expect(ana.page.getByText('Sem conexão. Tentando de novo…')).toBeVisible()
  await ana.send('primeira')
  await ana.send('segunda')
  await ana.untilShows(['antes', 'primeira', 'segunda'])
  await expect(ana.messages.getByText('enviando')).toHaveCount(2)

  await server.start()
  await bia.untilShows(['antes', 'primeira', 'segunda'], CONNECTED_AGAIN)
  const sent = ana.messages.getByText('enviada', { exact: true })
  await expect(sent).toHaveCount(3, CONNECTED_AGAIN)
  await ana.untilShows(['antes', 'primeira', 'segunda'])
  await expect(ana.page.getByText('Sem conexão. Tentando de novo…')).toBeHidden()
})

test('R5 a deploy cuts every connection: typed text stays, and no event is repeated', async ({
  bar,
  person,
  server,
}) => {
  test.slow()
  const ana = await person('Ana', { expects: [CUT_OFF] })
  const bia = await person('Bia', { expects: [CUT_OFF] })
  await enterTwo(bar.id, ana, bia)
  // Waits until the toast of Bia's arrival is gone.
  await expect(ana.toast('Novo usuário')).toHaveCount(0, { timeout: 15_000 })
  await ana.send('antes')
  await ana.composer.fill('ainda estou escreven')
  for (const { page } of [ana, bia]) await untilPrefetched(page)
  await server.kill()
  await server.start()
  await expect(ana.composer).toHaveValue('ainda estou escreven')
  await ana.composer.press('End')
  await ana.composer.pressSequentially('do')
  await ana.composer.press('Enter')
  await expect(ana.messages.getByText('enviada')).toHaveCount(2, CONNECTED_AGAIN)
  await ana.untilShows(['antes', 'ainda estou escrevendo'])
  await expect(ana.toast('Novo usuário')).toHaveCount(0)
  await expect(bia.toast('Novo usuário')).toHaveCount(0)
  await bia.openChatWith('Ana')
  await bia.untilShows(['antes', 'ainda estou escrevendo'], CONNECTED_AGAIN)
})
