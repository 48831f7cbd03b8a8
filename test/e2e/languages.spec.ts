import { barPageTexts } from '#contract/texts/en/bar-page.ts'
import { chatTexts } from '#contract/texts/en/chat.ts'
import { entryTexts } from '#contract/texts/en/entry.ts'
import { peopleTexts } from '#contract/texts/en/people.ts'
import { profileTexts } from '#contract/texts/en/profile.ts'
import { LANGUAGE_OFFERS } from '#contract/texts/language-names.ts'
import { expect, test } from './e2e.ts'

const TEXTS = { ...entryTexts, ...barPageTexts, ...profileTexts, ...peopleTexts, ...chatTexts }

test('an evening in English, from the offer above the form to leaving', async ({
  bar,
  device,
  person,
}) => {
  const bia = await person('Bia')
  await bia.enterBar(bar.id, '2')
  const { page } = await device({ context: { locale: 'en-US' } })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })

  await test.step('the page is Portuguese until the offer is taken, and keeps what was typed', async () => {
    await page.goto(`/bar/${bar.id}`)
    await expect(page.getByRole('button', { name: 'Entrar na Mesa' })).toBeVisible()
    await field('Número da mesa').fill('7')
    await button(LANGUAGE_OFFERS.en).click()
    await expect(field(TEXTS.table)).toHaveValue('7')
    await expect(page).toHaveURL(`/bar/${bar.id}`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })

  await test.step('the way from there is in that language', async () => {
    await page.goto(`/bar/${bar.id}`)
    await field(TEXTS.table).fill('7')
    await button(TEXTS.enterTable).click()
    await expect(page.getByText('You joined table 7 at')).toBeVisible()
    await field(TEXTS.name).fill('Ana')
    await button(TEXTS.submit).click()
    await expect(page.getByText(TEXTS.createdDetail)).toBeVisible()
  })

  await test.step('others read their own language, and what a person wrote as it was written', async () => {
    await expect(bia.row('Ana')).toContainText('Mesa 7')
    await page.getByRole('button', { name: `${TEXTS.chat} ` }).click()
    await expect(page.getByText(TEXTS.empty)).toBeVisible()
    await field(TEXTS.composerLabel).fill('Boa noite!')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('log').getByText(/^\d\d:\d\d$/)).toBeVisible()
    await page.getByRole('link', { name: TEXTS.back }).click()
  })

  await test.step('leaving says what was erased, and Portuguese is one press away', async () => {
    await button(TEXTS.leave).click()
    await expect(page.getByText(TEXTS.erased)).toBeVisible()
    await button('Português').click()
    await expect(page.getByText('Até a próxima!')).toBeVisible()
    await page.getByRole('link', { name: 'Acessar um Bar' }).click()
    await expect(button(LANGUAGE_OFFERS.en)).toBeHidden()
  })
})
