import { AxeBuilder } from '@axe-core/playwright'
import { Patron } from '#test/cast/patron.ts'
import { bytesOf } from '#test/cast/pictures.ts'
import { expect, test } from '#test/support/e2e.ts'

test('T50 the form says what it agrees to, and reading it loses nothing', async ({
  bar,
  person,
}) => {
  const ana = new Patron(await person(), 'Ana')
  await ana.page.goto(`/bar/${bar.id}/table/7`)
  await expect(
    ana.page.getByText(
      'Ao continuar, você declara ter 18 anos ou mais e aceita os termos e a política de privacidade.',
    ),
  ).toBeVisible()
  const violations = async () => (await new AxeBuilder({ page: ana.page }).analyze()).violations
  expect(await violations()).toEqual([])

  await ana.page.getByRole('textbox', { name: 'Nome ou Apelido' }).fill('Ana')
  await ana.page.getByRole('switch').uncheck({ force: true })
  for (const [link, title] of [
    ['termos', 'Termos de uso'],
    ['política de privacidade', 'Política de privacidade'],
  ] as const) {
    await ana.page.getByRole('link', { name: link }).click()
    await expect(ana.page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(await violations()).toEqual([])
    await ana.page.getByRole('button', { name: 'Voltar' }).first().click()
    await expect(ana.page.getByRole('textbox', { name: 'Nome ou Apelido' })).toHaveValue('Ana')
    await expect(ana.page.getByRole('switch')).not.toBeChecked()
  }
  await ana.page.goto('/privacidade')
  await ana.page.getByRole('link', { name: 'Voltar ao início' }).first().click()
  await expect(ana.page).toHaveURL('/')
})

test('a reload in the middle of the form loses nothing', async ({ bar, person }) => {
  const ana = new Patron(await person(), 'Ana')
  await ana.page.goto(`/bar/${bar.id}/table/7`)
  await ana.choosePhoto(bytesOf('jpeg'))
  await ana.page.getByRole('textbox', { name: 'Nome ou Apelido' }).fill('Ana')
  await ana.page.getByRole('textbox', { name: 'Telefone' }).pressSequentially('11987654321')
  await ana.page.getByText('Homens', { exact: true }).click()
  await ana.page.getByRole('switch').uncheck({ force: true })
  await ana.page.reload()
  await expect(ana.page.getByRole('textbox', { name: 'Nome ou Apelido' })).toHaveValue('Ana')
  await expect(ana.page.getByRole('textbox', { name: 'Telefone' })).toHaveValue('(11) 98765-4321')
  await expect(ana.page.getByRole('radio', { name: 'Homens' })).toBeChecked()
  await expect(ana.page.getByRole('switch')).not.toBeChecked()
  await expect(ana.page.getByRole('img', { name: 'Sua foto' })).toBeVisible()
})

test('a phone gets its shape while it is typed, pasted and corrected', async ({ bar, person }) => {
  const ana = new Patron(await person(), 'Ana')
  await ana.page.goto(`/bar/${bar.id}/table/7`)
  const phone = ana.page.getByRole('textbox', { name: 'Telefone' })
  await phone.pressSequentially('119876')
  await expect(phone).toHaveValue('(11) 9876')
  for (const _ of '9876') await phone.press('Backspace')
  for (const _ of ' )11(') await phone.press('Backspace')
  await expect(phone).toHaveValue('')
  await phone.fill('+55 011 98765.4321')
  await phone.blur()
  await expect(phone).toHaveValue('(11) 98765-4321')
})

test('what is no photo gets a sentence, and the form stays', async ({ bar, person }) => {
  const ana = new Patron(await person(), 'Ana')
  await ana.page.goto(`/bar/${bar.id}/table/7`)
  await ana.page.getByRole('textbox', { name: 'Nome ou Apelido' }).fill('Ana')
  const text = (words: string) => new TextEncoder().encode(words)
  const jpeg = bytesOf('jpeg')
  for (const [bytes, sentence] of [
    [text('\0\0\0\x18ftypheic\0\0\0\0'), /não abre fotos em HEIC/],
    [text('nada'), /Não conseguimos abrir esta imagem/],
    [jpeg.slice(0, jpeg.length / 2), /Esta foto está incompleta/],
  ] as const) {
    await ana.giveFile(bytes, 'foto.heic')
    await expect(ana.page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
  }
  await ana.choosePhoto(jpeg)
  await ana.page.getByRole('button', { name: 'Remover Foto' }).click()
  await expect(ana.page.getByRole('img', { name: 'Sua foto' })).toHaveCount(0)
  await expect(ana.page.getByRole('textbox', { name: 'Nome ou Apelido' })).toHaveValue('Ana')
})
