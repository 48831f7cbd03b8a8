import { toTeamPage } from '#contract/admin-paths.ts'
import { expect, test } from './e2e.ts'

test('T34 T60 an owner joins by a link, sees that bar alone, and loses it with the role', async ({
  admin: bringIn,
  bar,
  device,
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

  await page.reload()
  await page.getByRole('button', { name: `Tirar da equipe: ${email}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Tirar da equipe' }).click()
  await expect(page.getByText('Ninguém da equipe ainda.')).toBeVisible()
  // Its page asks every 3 s.
  await expect(theirs.getByText('Você não está em nenhum bar agora.')).toBeVisible()
})
