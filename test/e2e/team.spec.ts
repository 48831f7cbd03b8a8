import { toActsPage, toTeamPage } from '#contract/admin-paths.ts'
import { expect, test } from './e2e.ts'

test('T34 T59 T60 an owner joins by a link, sees that bar alone and what was done there, and loses it with the role', async ({
  admin: bringIn,
  bar,
  device,
  person,
}) => {
  test.slow()
  const { page } = await bringIn()
  await page.goto(toTeamPage(bar.id))
  await expect(page.getByText('Ninguém da equipe ainda.')).toBeVisible()
  await page.getByRole('button', { name: 'Convidar proprietário' }).click()
  const dialog = page.getByRole('dialog', { name: 'Convite para a equipe' })
  await expect(dialog.getByRole('img', { name: 'QR Code do link' })).toBeVisible()
  const link = (await dialog.getByText('/convite#').textContent()) ?? ''

  const { page: theirs } = await device()
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
  await expect(theirs.getByText(/^Ao vivo/)).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'Cadastrar Bar' })).toHaveCount(0)
  // Registering bars is for administrators alone.
  await theirs.goto('/admin')
  await expect(theirs).toHaveURL('/barmonitor')
  await theirs.getByRole('button', { name: `Opções de ${bar.name}` }).click()
  await theirs.getByRole('link', { name: 'Editar bar' }).click()
  await expect(theirs.getByLabel('Nome do Bar *', { exact: true })).toHaveValue(bar.name)
  await expect(theirs.getByLabel('CPF ou CNPJ')).toHaveCount(0)
  await theirs.goto('/barmonitor')

  const ana = await person('Ana')
  await ana.page.goto(`/bar/${bar.id}/table/7`)
  await ana.page.getByRole('textbox', { name: 'Telefone (Opcional)' }).fill('11987654321')
  await ana.submitProfile()
  await theirs.getByRole('button', { name: 'Mostrar telefone de Ana' }).click()
  await expect(theirs.getByRole('link', { name: '(11) 98765-4321' })).toBeVisible()
  await theirs.getByRole('button', { name: 'Remover Ana' }).click()
  await theirs.getByRole('button', { name: 'Remover por esta noite' }).click()
  await expect(theirs.getByText('Visita encerrada')).toBeVisible()
  await theirs.getByRole('button', { name: `Opções de ${bar.name}` }).click()
  await theirs.getByRole('link', { name: 'Registro' }).click()
  await expect(theirs).toHaveURL(toActsPage({ bar: bar.id }))
  const acts = theirs.getByRole('listitem')
  await expect(acts.first()).toContainText(`${email} removeu uma pessoa`)
  await expect(acts.nth(1)).toContainText(`${email} viu o telefone de uma pessoa`)
  await expect(acts.last()).toContainText('A administração criou um convite para a equipe')
  await theirs.getByLabel('O que foi feito').selectOption('Remoções')
  await expect(acts).toHaveCount(1)
  await expect(acts).toContainText(`${email} removeu uma pessoa`)
  await theirs.goto('/barmonitor')

  await page.reload()
  await page.getByRole('button', { name: `Tirar da equipe: ${email}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Tirar da equipe' }).click()
  await expect(page.getByText('Ninguém da equipe ainda.')).toBeVisible()
  await expect(theirs.getByText('Você não está em nenhum bar agora.')).toBeVisible()
})
