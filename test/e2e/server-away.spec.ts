import { seatTwo } from '#test/cast/patron.ts'
import { expect, test } from '#test/support/e2e.ts'

const CUT_OFF = /ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|WebSocket connection to/

test('R2 messages written while the server is away arrive once, in order, without a reload', async ({
  bar,
  patron,
  server,
}) => {
  test.slow()
  const ana = await patron('Ana', { expects: [CUT_OFF] })
  const bia = await patron('Bia', { expects: [CUT_OFF] })
  await seatTwo(bar.id, ana, bia)
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

test('R5 a deploy cuts every connection: what is being typed stays, and nothing is told twice', async ({
  bar,
  patron,
  server,
}) => {
  test.slow()
  const ana = await patron('Ana', { expects: [CUT_OFF] })
  const bia = await patron('Bia', { expects: [CUT_OFF] })
  await seatTwo(bar.id, ana, bia)
  // The words of their own arrival are gone by then.
  await expect(ana.toast('Novo usuário')).toHaveCount(0, { timeout: 15_000 })
  await ana.say('antes')
  await ana.composer.fill('ainda estou escreven')
  await server.kill()
  await server.start()
  await expect(ana.composer).toHaveValue('ainda estou escreven')
  await ana.composer.press('End')
  await ana.composer.pressSequentially('do')
  await ana.composer.press('Enter')
  await expect(ana.messages.getByText('enviada')).toHaveCount(2, { timeout: 50_000 })
  await ana.sees(['antes', 'ainda estou escrevendo'])
  await expect(ana.toast('Novo usuário')).toHaveCount(0)
  await expect(bia.toast('Novo usuário')).toHaveCount(0)
  await bia.openChatWith('Ana')
  await bia.sees(['antes', 'ainda estou escrevendo'])
})
