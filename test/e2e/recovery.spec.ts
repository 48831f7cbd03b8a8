import type { Page, Route } from '@playwright/test'
import { CLOSE } from '#contract/protocol.ts'
import { takeBar } from '#test/server/bar-pool.ts'
import { refuse } from './answers.ts'
import { expect, test } from './e2e.ts'
import { PersonPage } from './person-page.ts'

test('entering with an offline person’s phone leaves their conversations there; the owner is told once', async ({
  bar,
  peer,
  person,
}) => {
  const phone = '(11) 98765-4321'
  const ana = await person('Ana', { table: '1', phone })
  const bia = await peer('Bia')
  await ana.page.goto('about:blank')
  const isOnline = () => bia.people.get(ana.id)?.online
  await expect.poll(isOnline).toBe(false)

  const other = await person('Outra')
  await other.page.goto(`/bar/${bar.id}/table/9`)
  await other.page.getByRole('textbox', { name: 'Telefone (Opcional)' }).fill('011 98765-4321')
  await other.submitProfile()
  await other.untilToast(
    'Perfil recuperado',
    'Por segurança, suas conversas ficam no outro aparelho.',
  )
  await expect(other.row('Ana')).toHaveCount(0)

  await ana.page.goBack()
  await ana.untilToast('Seu telefone foi usado em outro aparelho.')
  await other.untilMeets('Ana')
  await expect(other.row('Ana')).toContainText('Status: Online')
})

test('a profile that cannot be continued shows an error, stays offered, and the next press continues', async ({
  bar,
  device,
}) => {
  const home = await device({ expects: [/status of 500/] })
  const ana = new PersonPage(home, 'Ana')
  await ana.enterBar(bar.id, '1')
  await ana.page.close()

  const again = new PersonPage({ page: await home.context.newPage() }, 'Ana')
  await again.page.route('**/continue', refuse('internal'))
  await again.page.goto(`/bar/${bar.id}/table/5`)
  const goOn = again.page.getByRole('button', { name: 'Continuar como Ana' })
  await goOn.click()
  await again.untilToast('Erro', 'Não foi possível atualizar seu perfil')
  await again.page.unroute('**/continue')
  await goOn.click()
  await again.untilToast('Perfil recuperado')
})

test('a person in the bar whose key gets no answer meets no form, and is asked for again', async ({
  bar,
  device,
}) => {
  const home = await device({ expects: [/status of (?:4|5)\d\d/, /ERR_FAILED/] })
  const ana = new PersonPage(home, 'Ana')
  await ana.enterBar(bar.id, '1')
  const { page } = new PersonPage({ page: await home.context.newPage() }, 'Ana')
  const waits = page.getByText('Sem conexão. Tentamos de novo sozinhos.')
  const paused = page.getByText('Este aparelho está em pausa. Tente de novo em dez minutos.')
  const goOn = page.getByRole('button', { name: 'Continuar como Ana' })
  for (const [fate, says] of [
    [(route: Route) => route.abort(), waits],
    [refuse('overloaded'), waits],
    [refuse('internal'), waits],
    [refuse('rate_limited', 9), waits],
    [refuse('misbehaved'), paused],
  ] as const) {
    await page.route('**/recognise', fate)
    await page.goto(`/bar/${bar.id}/table/1`)
    await expect(says).toBeVisible()
    await expect(page.getByRole('button', { name: 'Não é você?' })).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await page.unroute('**/recognise', fate)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(goOn).toBeVisible()
    await expect(says).toHaveCount(0)
  }
  await test.step('“Não é você?” leads on without an answer', async () => {
    await page.route('**/recognise', (route) => route.abort())
    await page.goto(`/bar/${bar.id}`)
    await expect(waits).toBeVisible()
    await page.getByRole('button', { name: 'Não é você?' }).click()
    await expect(page.getByRole('button', { name: 'Entrar na Mesa' })).toBeVisible()
  })
})

test('a key that the bar cannot read leads to the form', async ({ bar, person }) => {
  const { page } = await person('Ana', { expects: [/status of 400/] })
  await page.route('**/recognise', refuse('invalid_request'))
  await page.goto(`/bar/${bar.id}`)
  await page.evaluate((barId) => {
    localStorage.setItem('deviceKeys', JSON.stringify({ [barId]: 'x' }))
  }, bar.id)
  await page.goto(`/bar/${bar.id}/table/1`)
  await expect(page.getByRole('button', { name: 'Começar a Conversar' })).toBeVisible()
})

test('a person who scans another table in a new tab continues there with the offer to move', async ({
  bar,
  device,
}) => {
  const home = await device()
  const ana = new PersonPage(home, 'Ana')
  await ana.enterBar(bar.id, '1')
  const next = new PersonPage({ page: await home.context.newPage() }, 'Ana')
  await next.page.goto(`/bar/${bar.id}/table/12`)
  await next.page.getByRole('button', { name: 'Continuar como Ana' }).click()
  await next.untilListed()
  const offer = next.page.getByText(/^Você está na Mesa/)
  await expect(offer).toHaveText('Você está na Mesa 1. Mudar para a Mesa 12?')
  await next.page.getByRole('button', { name: 'Mudar', exact: true }).click()
  await expect(offer).toHaveCount(0)
  await expect(ana.row('Ana')).toContainText('Mesa 12')
})

/** Goes to another page of the app without loading it, as the scanner does. */
function goWithin(page: Page, path: string): Promise<void> {
  return page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
}

test('a visit that is over says so in the chat, and offers the form', async ({
  bar,
  person,
  peer,
  server,
}) => {
  await peer('Bia')
  const ana = await person('Ana', { table: '1', expects: [/status of 404/] })
  await ana.openChatWith('Bia')
  await ana.page.routeWebSocket(/\/socket(?:\?|$)/, (socket) =>
    socket.close({ code: CLOSE.unknownVisit }),
  )
  await ana.page.route('**/recognise', refuse('person_not_found'))
  await ana.page.reload()
  const ended = ana.page.getByText('Sua visita terminou')
  await expect(ended).toBeVisible()
  await test.step('the form of another bar says nothing of it', async () => {
    const other = takeBar(server.stateDir)
    await goWithin(ana.page, `/bar/${other.id}/table/3`)
    await expect(ana.page.getByRole('heading', { name: other.name })).toBeVisible()
    await expect(ended).toHaveCount(0)
    await ana.page.goBack()
    await expect(ana.page.getByRole('heading', { name: bar.name })).toBeVisible()
  })
  await expect(ana.page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(ana.page.getByRole('button', { name: 'Começar a Conversar' })).toBeVisible()
  expect(await ana.storage()).not.toHaveProperty('patronSecret')
})

test('a person who was removed while the phone slept reads that, and nothing of a visit that is over', async ({
  person,
}) => {
  const ana = await person('Ana', { table: '1', expects: [/status of 403/] })
  await ana.page.routeWebSocket(/\/socket(?:\?|$)/, (socket) =>
    socket.close({ code: CLOSE.unknownVisit }),
  )
  await ana.page.route('**/recognise', refuse('removed'))
  await ana.page.reload()
  await expect(ana.page.getByText('Sua visita foi encerrada pelo bar.')).toBeVisible()
  await expect(ana.page.getByText('Sua visita terminou')).toHaveCount(0)
})
