import type { BrowserContext, Page } from '@playwright/test'
import { address } from '#contract/address.ts'
import { ADMIN_API, BAR_PARAMETER } from '#contract/admin-paths.ts'
import { PAGES } from '#contract/pages.ts'
import { takeBar } from '#test/server/bar-pool.ts'
import { expect, test } from './e2e.ts'
import { MonitorPage } from './monitor-page.ts'
import { AT_A_DESK, DESK, IS_EVERY_SCREEN } from './run-scope.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

/** A board may ask for what it has just lost, by fetch and by socket. */
const LOST = [/status of 404/, /response code: 404/]

test('T34 T59 T60 an invited owner invites a doorman; each sees their part of the evening until removed', async ({
  admin: bringIn,
  bar,
  device,
  peer,
  server,
}) => {
  const atDesk = { context: AT_A_DESK }
  const admin = await bringIn(atDesk)
  const { page } = admin
  const board = new MonitorPage(admin)
  await board.open()
  const actions = await board.openActions(bar.name)
  await actions.getByRole('link', { name: 'Equipe' }).click()
  await page.getByRole('button', { name: 'Convidar proprietário' }).click()
  const dialog = page.getByRole('dialog', { name: 'Convite para a equipe' })
  await expect(dialog.getByRole('img', { name: 'QR Code do link' })).toBeVisible()
  const link = (await dialog.getByText('/convite#').textContent()) ?? ''

  const { page: theirs } = await device({ expects: LOST, ...atDesk })
  await theirs.goto('/convite#an-old-link')
  await expect(theirs.getByText(/^Este convite não vale mais/)).toBeVisible()
  // The new link in the same tab changes nothing but what stands after the `#`.
  await theirs.goto(link)
  const email = `dona-${bar.id.toLowerCase()}@brinde.test`
  await theirs.getByRole('textbox', { name: 'Email' }).fill(email)
  await theirs.getByLabel('Nova senha', { exact: true }).fill('três chopes e um pastel')
  await theirs.getByRole('button', { name: 'Entrar na equipe' }).click()
  await expect(theirs).toHaveURL('/barmonitor')
  const cards = theirs
    .getByRole('region', { name: 'Bares Cadastrados' })
    .getByRole('heading', { level: 3 })
  await expect(cards).toHaveText([bar.name])
  await expect(theirs.getByRole('link', { name: 'Cadastrar Bar' })).toHaveCount(0)
  // Registering bars is for administrators alone, and others' bars are nothing to them.
  await theirs.goto('/admin')
  await expect(theirs).toHaveURL('/barmonitor')
  await theirs.goto(address(PAGES.team, { [BAR_PARAMETER]: takeBar(server.stateDir).id }))
  await expect(theirs.getByText('Este bar não existe mais.')).toBeVisible()
  await theirs.goto('/barmonitor')
  await theirs.getByRole('button', { name: `Opções de ${bar.name}` }).click()
  await theirs.getByRole('link', { name: 'Editar bar' }).click()
  await expect(theirs.getByLabel('Nome do Bar *', { exact: true })).toHaveValue(bar.name)
  await expect(theirs.getByLabel('CPF ou CNPJ')).toHaveCount(0)
  await theirs.goto('/barmonitor')

  await peer('Ana', '7', '11987654321')
  await theirs.getByRole('button', { name: 'Mostrar telefone de Ana' }).click()
  await expect(theirs.getByRole('link', { name: '(11) 98765-4321' })).toBeVisible()
  const unattended = theirs.getByText('Sem equipe na tela')
  await expect(unattended).toBeVisible()

  await theirs.goto(address(PAGES.team, { [BAR_PARAMETER]: bar.id }))
  await theirs.getByRole('button', { name: 'Convidar equipe' }).click()
  const staffLink = (await theirs.getByRole('dialog').getByText('/convite#').textContent()) ?? ''
  const { page: door, context } = await device({ expects: LOST })
  const doorman = await joinByPasskey(door, context, staffLink, bar.id)
  await expect(door.getByText('Ana', { exact: true })).toBeVisible()
  await theirs.goto('/barmonitor')
  await expect(theirs.getByText('Ana', { exact: true })).toBeVisible()
  await expect(unattended).toHaveCount(0)
  await door.goto('about:blank')
  await expect(unattended).toBeVisible()
  await door.goto('/barmonitor')
  await expect(unattended).toHaveCount(0)
  await theirs.goto(address(PAGES.team, { [BAR_PARAMETER]: bar.id }))
  await expect(door.getByText('Ana', { exact: true })).toBeVisible()
  await expect(door.getByText('Sem equipe na tela')).toHaveCount(0)
  await expect(door.getByRole('button', { name: /^Mostrar telefone/ })).toHaveCount(0)
  await expect(door.getByRole('link', { name: 'Registro' })).toHaveCount(0)
  await door.goto(address(PAGES.team, { [BAR_PARAMETER]: bar.id }))
  await expect(door.getByText('Não foi possível carregar a equipe.')).toBeVisible()
  await door.goto(address(PAGES.editBar, { [BAR_PARAMETER]: bar.id }))
  await expect(door).toHaveURL('/barmonitor')
  if (!IS_EVERY_SCREEN) await door.setViewportSize(DESK.viewport)
  await expect(door.getByRole('button', { name: /^Mostrar telefone/ })).toHaveCount(0)
  await door.getByRole('button', { name: 'Remover Ana' }).click()
  await door.getByText('Ofensa', { exact: true }).click()
  await door.getByRole('button', { name: 'Remover desta noite' }).click()
  await expect(door.getByText('Visita encerrada')).toBeVisible()
  await theirs.reload()
  await theirs.getByRole('button', { name: `Tirar da equipe: ${doorman}` }).click()
  await theirs.getByRole('dialog').getByRole('button', { name: 'Tirar da equipe' }).click()
  await expect(door.getByText('Você não está em nenhum bar agora.')).toBeVisible()

  await theirs.goto('/barmonitor')
  await theirs.getByRole('button', { name: `Opções de ${bar.name}` }).click()
  await theirs.getByRole('dialog').getByRole('link', { name: 'Registro' }).click()
  await expect(theirs).toHaveURL(address(PAGES.acts, { bar: bar.id }))
  const acts = theirs.getByRole('listitem')
  await expect(acts.first()).toContainText(`${email} tirou ${doorman} da equipe`)
  await expect(acts.nth(1)).toContainText(`${doorman} removeu uma pessoa`)
  await expect(acts.filter({ hasText: `${email} viu o telefone` })).toHaveCount(1)
  await expect(acts.last()).toContainText('A administração criou um convite para a equipe')
  await theirs.getByLabel('O que foi feito').selectOption('Remoções')
  await expect(acts).toHaveText([new RegExp(`${doorman} removeu uma pessoa`)])
  await theirs.goto('/barmonitor')

  await page.reload()
  await page.getByRole('button', { name: `Tirar da equipe: ${email}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Tirar da equipe' }).click()
  await expect(page.getByText('Ninguém da equipe ainda.')).toBeVisible()
  await expect(theirs.getByText('Você não está em nenhum bar agora.')).toBeVisible()
})

/** Opens the link and makes an account that has a passkey and no password. Resolves to its email. */
async function joinByPasskey(
  page: Page,
  context: BrowserContext,
  link: string,
  barId: string,
): Promise<string> {
  await addAuthenticator(page, context)
  await page.goto(link)
  const email = `porta-${barId.toLowerCase()}@brinde.test`
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Usar uma chave de acesso' }).click()
  await expect(page).toHaveURL('/barmonitor')
  return email
}

test('an invitation that is cut off offers another try, and opens once the network is back', async ({
  admin,
  bar,
  device,
}) => {
  const link = new URL(await (await admin()).invite(bar.id))
  const { page } = await device({ expects: [/net::ERR_FAILED/] })
  let requests = 0
  await page.route(ADMIN_API.invitation, (route) => {
    requests += 1
    return route.abort()
  })
  await page.goto(link.pathname + link.hash)
  const failed = page.getByText('Não foi possível abrir o convite.')
  await expect(failed).toBeVisible()
  const before = requests
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect.poll(() => requests).toBeGreaterThan(before)
  await expect(failed).toBeVisible()
  await page.unroute(ADMIN_API.invitation)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByRole('heading', { name: bar.name })).toBeVisible()
  await expect(failed).toHaveCount(0)
})
