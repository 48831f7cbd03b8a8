import { address } from '#contract/address.ts'
import { API } from '#contract/paths.ts'
import { people, YOU } from '#test/fakes/people.ts'
import { writePng } from '#test/fakes/write-png.ts'
import { inList } from '#test/screens/scene.ts'
import { takeBar } from '#test/server/bar-pool.ts'
import { refuse } from './answers.ts'
import { expect, test } from './e2e.ts'
import { holdRequests } from './hold-requests.ts'
import { PersonPage } from './person-page.ts'
import { watchFor } from './watch-for.ts'

test('T42 after “Sair do Bar” Back shows no data, and storage is empty', async ({
  bar,
  peer,
  person,
}) => {
  const ana = await person('Ana')
  await peer('Bia')
  await ana.page.goto(`/bar/${bar.id}/table/1`)
  await ana.choosePhoto(writePng(600, 800, (x, y) => [x % 256, y % 256, 90], 6))
  await ana.submitProfile()
  await ana.openChatWith('Bia')
  await ana.send('um segredo')
  await ana.untilSent()
  await ana.composer.fill('um rascunho')
  await ana.goBackToList()
  await ana.leave()
  await ana.untilToast('Bar desconectado', 'Você saiu do bar')
  await expect(ana.page.getByText('Apagamos 1 perfil, 1 foto e 1 mensagem.')).toBeVisible()
  const back = ana.page.getByRole('link', { name: 'Voltar ao bar' })
  await expect(back).toHaveAttribute('href', `/bar/${bar.id}`)
  expect(Object.keys(await ana.storage())).toEqual(['marks'])

  await ana.page.goBack()
  await expect(ana.page.getByRole('button', { name: 'Entrar na Mesa' })).toBeVisible()
  await expect(ana.page.getByText(/Bia|um segredo|um rascunho/)).toHaveCount(0)
  await expect(ana.page.locator('main img')).toHaveCount(0)
  expect(Object.keys(await ana.storage())).toEqual(['marks'])
})

test('leaving or entering another bar asks before a conversation is lost, and “Ficar” keeps everything', async ({
  bar,
  peer,
  person,
  server,
}) => {
  const ana = await person('Ana', { table: '1' })
  const bia = await peer('Bia')
  await expect(ana.page.getByRole('button', { name: 'Sair do Bar' })).toHaveAccessibleDescription(
    'Apaga perfil e conversas.',
  )
  bia.say(ana.id, 'oi!')
  await ana.openChatWith('Bia')
  await ana.send('olá')
  await ana.goBackToList()
  bia.say(ana.id, 'vem cá')
  await expect(ana.row('Bia')).toContainText('vem cá')
  await ana.openMenu()
  const menu = ana.page.getByRole('region', { name: bar.name })
  await menu.getByRole('button', { name: 'Sair do Bar' }).click()
  const lossQuestion = ana.page.getByRole('dialog', { name: 'Sair do bar?' })
  await expect(lossQuestion).toContainText('Sair apaga seu perfil e 1 conversa.')
  await expect(lossQuestion).toContainText('1 mensagem você ainda não leu.')
  await lossQuestion.getByRole('button', { name: 'Ficar' }).click()
  await expect(lossQuestion).toHaveCount(0)
  await ana.page.reload()
  await expect(ana.row('Ana').getByText('Você')).toBeVisible()
  expect(bia.people.has(ana.id)).toBe(true)

  const other = takeBar(server.stateDir)
  await ana.page.goto(`/bar/${other.id}/table/4`)
  await ana.page.getByRole('textbox', { name: 'Nome ou Apelido' }).fill('Ana')
  await ana.page.getByRole('button', { name: 'Começar a Conversar' }).click()
  const question = ana.page.getByRole('dialog', { name: 'Você está em outro bar' })
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await ana.untilListed()
  await ana.page.goto(`/bar/${other.id}/table/4`)
  await ana.page.getByRole('button', { name: 'Começar a Conversar' }).click()
  await question.getByRole('button', { name: 'Entrar aqui' }).click()
  await expect(ana.row('Ana')).toContainText('Mesa 4')
  await expect.poll(() => bia.people.has(ana.id)).toBe(false)
  const { deviceKeys = '{}' } = await ana.storage()
  expect(Object.keys(JSON.parse(deviceKeys))).toEqual([other.id])
})

test('a code that opens a tab of its own asks before it ends the visit in another bar', async ({
  bar,
  device,
  peer,
  server,
}) => {
  const tab = await device()
  const ana = new PersonPage(tab, 'Ana')
  await ana.enterBar(bar.id, '1')
  const bia = await peer('Bia')
  await expect.poll(() => bia.people.size).toBe(2)
  const other = takeBar(server.stateDir)
  const next = new PersonPage({ page: await tab.page.context().newPage() }, 'Ana')
  const enter = async () => {
    await next.page.goto(`/bar/${other.id}/table/4`)
    await next.page.getByRole('textbox', { name: 'Nome ou Apelido' }).fill('Ana')
    await next.page.getByRole('button', { name: 'Começar a Conversar' }).click()
    const question = next.page.getByRole('dialog', { name: 'Você está em outro bar' })
    await expect(question).toContainText(bar.name)
    return question
  }
  await (await enter()).getByRole('button', { name: 'Cancelar' }).click()
  await expect(next.page.getByRole('button', { name: 'Continuar como Ana' })).toBeVisible()
  await (await enter()).getByRole('button', { name: 'Entrar aqui' }).click()
  await expect(next.row('Ana')).toContainText('Mesa 4')
  await expect(ana.page.getByText('Até a próxima!')).toBeVisible()
  await expect.poll(() => bia.people.size).toBe(1)
})

test('a press that waits for the answer of another bar is busy', async ({
  bar,
  device,
  server,
}) => {
  const { context } = await device({ expects: [/status of 404/] })
  const other = takeBar(server.stateDir)
  const recognise = `**${address(API.recognise, { barId: other.id })}`
  /** A tab of a browser that has a key of the other bar, too. */
  const openTab = async (table: string) => {
    const page = await context.newPage()
    await page.goto(`/bar/${bar.id}`)
    await page.evaluate((otherId) => {
      const keys = JSON.parse(localStorage.getItem('deviceKeys') ?? '{}')
      localStorage.setItem('deviceKeys', JSON.stringify({ ...keys, [otherId]: 'x' }))
    }, other.id)
    const release = await holdRequests(page, recognise, refuse('person_not_found'))
    await page.goto(`/bar/${bar.id}/table/${table}`)
    return { page, release }
  }

  await test.step('of the form, which cannot be changed meanwhile', async () => {
    const { page, release } = await openTab('4')
    const name = page.getByRole('textbox', { name: 'Nome ou Apelido' })
    await name.fill('Ana')
    await page.getByRole('button', { name: 'Começar a Conversar' }).click()
    await expect(page.getByText('Criando perfil...')).toBeVisible()
    await expect(name).toHaveAttribute('readonly')
    release()
    await new PersonPage({ page }, 'Ana').untilListed()
  })

  await test.step('of “Continuar como”', async () => {
    const { page, release } = await openTab('4')
    const goOn = page.getByRole('button', { name: 'Continuar como Ana' })
    await goOn.click()
    await expect(goOn).toHaveAttribute('aria-busy', 'true')
    release()
    await new PersonPage({ page }, 'Ana').untilListed()
  })
})

test('leaving without an answer ends for the page after four seconds, and the request goes on', async ({
  peer,
  person,
}) => {
  const ana = await person('Ana', { table: '1', expects: [/ERR_FAILED/] })
  const bia = await peer('Bia')
  let isDown = true
  await ana.page.route('**/visit', (route) => {
    if (route.request().method() === 'DELETE' && isDown) return route.abort()
    return route.continue()
  })
  const isLeaving = await watchFor(ana.page, { texts: ['Saindo do bar…'] })
  await ana.leave()
  await isLeaving()
  await ana.untilToast('Bar desconectado', 'Você saiu do bar')
  await expect(ana.page.getByText(/Apagamos/)).toHaveCount(0)
  expect(Object.keys(await ana.storage())).toEqual(['marks'])
  expect(bia.people.has(ana.id)).toBe(true)
  isDown = false
  await expect.poll(() => bia.people.has(ana.id)).toBe(false)
})

test('a person who waits for help leaves without a question', async ({ peer, person }) => {
  const ana = await person('Ana', { table: '1' })
  const bia = await peer('Bia')
  bia.say(ana.id, 'oi!')
  await ana.openChatWith('Bia')
  await ana.send('olá')
  await ana.goBackToList()
  await ana.openMenu()
  await ana.page.getByRole('button', { name: 'Preciso de ajuda' }).click()
  const help = ana.page.getByRole('dialog', { name: 'Ajuda' })
  await help.getByRole('button', { name: 'Passei mal' }).click()
  await expect(help).toContainText('Ninguém da equipe viu ainda.')
  await ana.page.keyboard.press('Escape')
  const isLeaving = await watchFor(ana.page, { texts: ['Saindo do bar…'] })
  await ana.leave()
  await isLeaving()
  await ana.untilToast('Bar desconectado', 'Você saiu do bar')
})

test('the landing page leads a person who is in a bar back to it', async ({ bar, person }) => {
  const ana = await person('Ana', { table: '1' })
  await ana.page.goto('/')
  await ana.page.getByRole('link', { name: `Continuar em ${bar.name} como Ana` }).click()
  await ana.untilListed()
  await ana.leave()
  await ana.page.getByRole('link', { name: 'Voltar ao bar' }).click()
  await expect(ana.page.getByRole('heading', { name: bar.name })).toBeVisible()
  await ana.page.goto('/')
  await expect(ana.page.getByRole('link', { name: 'Acessar um Bar' })).toBeVisible()
  await expect(ana.page.getByRole('link', { name: /^Continuar/ })).toHaveCount(0)
})

test('while a person is leaving, nothing in the list can be pressed', async ({ fake, page }) => {
  await inList({ people: people(3) })(fake)
  await fake.hang(address(API.visit, { barId: fake.bar.id }))
  await page.getByRole('button', { name: 'Sair do Bar' }).click()
  await expect(page.getByText('Saindo do bar…')).toBeVisible()
  await fake.stopTimers()
  const isReached = await page.locator(`[data-person="${YOU.id}"]`).evaluate((row) => {
    const { left, top, width, height } = row.getBoundingClientRect()
    return row.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  expect(isReached).toBe(false)
})

test.describe(() => {
  test.use({ viewport: { width: 844, height: 390 } })

  test('on a phone held sideways the last item of the menu can be pressed', async ({
    fake,
    page,
  }) => {
    await inList({ people: people(3) })(fake)
    await page.getByRole('button', { name: 'Menu' }).click()
    const leave = page.locator(':popover-open').getByRole('button', { name: 'Sair do Bar' })
    await leave.scrollIntoViewIfNeeded()
    await expect(leave).toBeInViewport({ ratio: 1 })
    await leave.click()
    await expect(leave).toHaveCount(0)
  })
})
