import { toPage } from '#contract/paths.ts'
import { CLOSE } from '#contract/protocol.ts'
import { Patron } from '#test/cast/patron.ts'
import { WITHOUT_SERVICE_WORKER } from '#test/cast/person.ts'
import { expect, test } from '#test/support/e2e.ts'

const PHONE = '(11) 98765-4321'
const REFUSED = /status of 409/
const RETAKEN = 'Este perfil foi retomado por quem o criou.'

test('who lost the phone’s tab comes back by number, and the owner takes the profile back', async ({
  bar,
  patron,
}) => {
  test.slow()
  const ana = await patron('Ana')
  const bia = await patron('Bia')
  await ana.sitDown(bar.id, '1', PHONE)
  await bia.sitDown(bar.id, '2')
  await ana.openChatWith('Bia')
  await ana.say('antes')
  await bia.openChatWith('Ana')
  await bia.sees(['antes'])

  const other = await patron('Outra')
  await test.step('Ana’s tab dies; her number brings the profile to another browser', async () => {
    await ana.page.goto('about:blank')
    await expect(bia.page.getByText(`Offline · ${bar.name}`)).toBeVisible({ timeout: 20_000 })
    await other.page.goto(`/bar/${bar.id}/table/9`)
    await other.page.getByRole('textbox', { name: 'Telefone (Opcional)' }).fill('011 98765-4321')
    const isTold = await other.watchForToast(
      'Perfil recuperado',
      'Seu perfil anterior foi recuperado',
    )
    await other.makeProfile()
    await isTold()
    await expect(other.row('Outra').getByText('Você')).toBeVisible()
    await expect(other.row('Ana')).toHaveCount(0)
  })

  await test.step('it reads nothing of before, and Bia is told', async () => {
    await expect(bia.page.getByText('Outra voltou por outro aparelho')).toBeVisible()
    await other.row('Bia').getByRole('button', { name: 'Conversar com Bia' }).click()
    await expect(other.composer).toBeVisible()
    await expect(other.page.getByText('antes')).toHaveCount(0)
    await other.say('sou eu')
    await bia.sees(['antes', 'sou eu'])
    await other.sees(['sou eu'])
    await expect(bia.messages.getByText('por outro aparelho ·')).toHaveCount(1)
    await bia.page.reload()
    await expect(bia.page.getByText('Outra voltou por outro aparelho')).toBeVisible()
  })

  await test.step('Ana’s tab wakes: hers is back, the other one’s is over', async () => {
    await ana.page.goBack()
    await expect(other.page.getByText(RETAKEN)).toBeVisible()
    await expect(other.page.getByRole('button', { name: 'Começar a Conversar' })).toBeVisible()
    expect(await other.storage()).not.toHaveProperty('visitSecret')
    await ana.sees(['antes', 'sou eu'])
    await expect(ana.messages.getByText('por outro aparelho ·')).toHaveCount(1)
    await expect(bia.page.getByRole('heading', { name: 'Conversa com Ana' })).toBeVisible()
    await expect(bia.page.getByText(/voltou por outro aparelho/)).toHaveCount(0)
    await ana.page.getByRole('link', { name: 'Voltar' }).click()
    await expect(ana.row('Ana')).toContainText('Mesa 1')
  })
})

test('the number of somebody who is online recovers nothing, and there is a way on', async ({
  bar,
  patron,
}) => {
  const ana = await patron('Ana')
  const other = await patron('Outra', { expects: [REFUSED] })
  await ana.sitDown(bar.id, '1', PHONE)
  await other.page.goto(`/bar/${bar.id}/table/9`)
  const phone = other.page.getByRole('textbox', { name: 'Telefone (Opcional)' })
  await other.page.getByRole('textbox', { name: 'Nome ou Apelido' }).fill('Outra')
  await phone.fill('+55 11 98765 4321')
  await other.page.getByRole('button', { name: 'Começar a Conversar' }).click()
  const toast = other.toast('Erro', 'Não foi possível atualizar seu perfil')
  await expect(toast).toContainText('Você pode entrar sem telefone.')
  await expect(phone).toHaveAccessibleDescription(/Você pode entrar sem telefone\./)

  await phone.fill('')
  await other.page.getByRole('button', { name: 'Começar a Conversar' }).click()
  await expect(other.toast('Perfil criado!')).toBeVisible()
  await expect(other.row('Ana')).toContainText('Status: Online')
})

test('a profile that cannot be gone on with says so, stays offered, and the next press goes on', async ({
  bar,
  patron,
  person,
}) => {
  const home = await person({ expects: [/status of 500/], ...WITHOUT_SERVICE_WORKER })
  const ana = new Patron(home, 'Ana')
  await ana.sitDown(bar.id, '1')
  await ana.page.close()

  const again = new Patron({ ...home, page: await home.context.newPage() }, 'Ana')
  await again.page.route('**/continue', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'test' } } }),
  )
  await again.page.goto(`/bar/${bar.id}/table/5`)
  const goOn = again.page.getByRole('button', { name: 'Continuar como Ana' })
  await goOn.click()
  await expect(again.toast('Erro', 'Não foi possível atualizar seu perfil')).toBeVisible()
  await again.page.unroute('**/continue')
  await goOn.click()
  await expect(again.toast('Perfil recuperado')).toBeVisible()
})

test('a new tab of the browser that made a profile goes on with it', async ({
  bar,
  patron,
  person,
}) => {
  const home = await person()
  const ana = new Patron(home, 'Ana')
  const bia = await patron('Bia')
  await ana.sitDown(bar.id, '1')
  await bia.sitDown(bar.id, '2')
  await ana.openChatWith('Bia')
  await ana.say('antes')
  await expect(bia.row('Ana').getByText('1 mensagem não lida de Ana')).toBeAttached()
  await ana.page.close()

  const again = new Patron({ ...home, page: await home.context.newPage() }, 'Ana')
  await again.page.goto(`/bar/${bar.id}/table/5`)
  await again.page.getByRole('button', { name: 'Continuar como Ana' }).click()
  await expect(again.toast('Perfil recuperado')).toBeVisible()
  await expect(again.row('Ana')).toContainText('Mesa 1')
  await again.openChatWith('Bia')
  await again.sees(['antes'])
  await expect(bia.row('Ana')).toHaveCount(1)
})

for (const place of ['list', 'chat']) {
  test(`a visit that is over says so in the ${place}, and offers the form`, async ({
    bar,
    patron,
  }) => {
    const ana = await patron('Ana')
    const bia = await patron('Bia')
    await bia.sitDown(bar.id, '2')
    await ana.sitDown(bar.id, '1')
    if (place === 'chat') await ana.openChatWith('Bia')
    await ana.page.routeWebSocket(/\/socket(?:\?|$)/, (socket) =>
      socket.close({ code: CLOSE.unknownVisit }),
    )
    await ana.page.reload()
    await expect(ana.page.getByText('Sua visita terminou')).toBeVisible()
    await expect(ana.page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(ana.page).toHaveURL(toPage.table(bar.id, '1'))
    await expect(ana.page.getByRole('button', { name: 'Começar a Conversar' })).toBeVisible()
    expect(await ana.storage()).not.toHaveProperty('visitSecret')
  })
}
