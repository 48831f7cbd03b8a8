import { Patron } from '#test/cast/patron.ts'
import { expect, test } from '#test/support/e2e.ts'

test('R2 messages written while the server is away arrive once, in order, without a reload', async ({
  bar,
  person,
  server,
}) => {
  test.slow()
  const refused = /ERR_CONNECTION_REFUSED|WebSocket connection to/
  const ana = new Patron(await person({ expects: [refused] }), 'Ana')
  const bia = new Patron(await person({ expects: [refused] }), 'Bia')
  await ana.sitDown(bar.id, '1')
  await bia.sitDown(bar.id, '2')
  await ana.openChatWith('Bia')
  await ana.say('antes')
  await bia.openChatWith('Ana')
  await bia.sees(['antes'])

  await server.kill()
  await expect(ana.page.getByText('Sem conexão. Tentando de novo…')).toBeVisible()
  await ana.say('primeira')
  await ana.say('segunda')
  await ana.sees(['antes', 'primeira', 'segunda'])
  await expect(ana.messages.getByText('enviando')).toHaveCount(2)

  await server.start()
  await bia.sees(['antes', 'primeira', 'segunda'])
  await expect(ana.messages.getByText('enviada', { exact: true })).toHaveCount(3)
  await ana.sees(['antes', 'primeira', 'segunda'])
  await expect(ana.page.getByText('Sem conexão. Tentando de novo…')).toBeHidden()
})
