import type { Translation } from '#contract/languages.ts'
import { PAGES } from '#contract/paths.ts'
import { barPageTexts as enBar } from '#contract/texts/en/bar-page.ts'
import { chatTexts as enChat } from '#contract/texts/en/chat.ts'
import { entryTexts as enEntry } from '#contract/texts/en/entry.ts'
import * as enHelp from '#contract/texts/en/help.ts'
import * as enLayers from '#contract/texts/en/layers.ts'
import * as enLegal from '#contract/texts/en/legal.ts'
import * as enPeople from '#contract/texts/en/people.ts'
import { profileTexts as enProfile } from '#contract/texts/en/profile.ts'
import * as enReport from '#contract/texts/en/report.ts'
import * as enReasons from '#contract/texts/en/report-reasons.ts'
import * as enSafety from '#contract/texts/en/safety.ts'
import { barPageTexts as esBar } from '#contract/texts/es/bar-page.ts'
import { chatTexts as esChat } from '#contract/texts/es/chat.ts'
import { entryTexts as esEntry } from '#contract/texts/es/entry.ts'
import * as esHelp from '#contract/texts/es/help.ts'
import * as esLayers from '#contract/texts/es/layers.ts'
import * as esLegal from '#contract/texts/es/legal.ts'
import * as esPeople from '#contract/texts/es/people.ts'
import { profileTexts as esProfile } from '#contract/texts/es/profile.ts'
import * as esReport from '#contract/texts/es/report.ts'
import * as esReasons from '#contract/texts/es/report-reasons.ts'
import * as esSafety from '#contract/texts/es/safety.ts'
import { LANGUAGE_OFFERS } from '#contract/texts/language-names.ts'
import { expect, test } from './e2e.ts'
import { IS_EVERY_SCREEN, IS_SHORT } from './run-scope.ts'

const TEXTS = {
  en: {
    ...enEntry,
    ...enBar,
    ...enProfile,
    ...enPeople.peopleTexts,
    ...enChat,
    joined: 'You joined table 7 at',
  },
  es: {
    ...esEntry,
    ...esBar,
    ...esProfile,
    ...esPeople.peopleTexts,
    ...esChat,
    joined: 'Te uniste a la mesa 7',
  },
}
const WORDS = {
  en: { ...enHelp, ...enLayers, ...enLegal, ...enPeople, ...enReasons, ...enReport, ...enSafety },
  es: { ...esHelp, ...esLayers, ...esLegal, ...esPeople, ...esReasons, ...esReport, ...esSafety },
}
const BROWSERS = { en: 'en-US', es: 'es-AR' }
/** On a 12 hour clock in English. */
const TIMES = { en: /\b\d\d?:\d\d\s[AP]M/, es: /\b\d\d?:\d\d(?!\s?[AP]M)/ }

const PICTURES = IS_EVERY_SCREEN ? '.local/screens' : null

/** `npm test` plays one: other tests compare each key and each page of the languages. */
const PLAYED: Translation[] = IS_SHORT ? ['en'] : ['en', 'es']

for (const language of PLAYED) {
  test(`an evening in ${language}, from the offer above the form to leaving`, async ({
    bar,
    device,
    person,
  }) => {
    const texts = TEXTS[language]
    const words = WORDS[language]
    const bia = await person('Bia')
    await bia.enterBar(bar.id, '2')
    const { page } = await device({ context: { locale: BROWSERS[language] } })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    const look = async (name: string) => {
      if (PICTURES === null) return
      await page.waitForTimeout(500)
      await page.screenshot({ path: `${PICTURES}/${language}-${name}.png` })
    }

    await test.step('the page is Portuguese until the offer is taken, and keeps what was typed', async () => {
      await page.goto(`/bar/${bar.id}`)
      await expect(page.getByRole('button', { name: 'Entrar na Mesa' })).toBeVisible()
      await field('Número da mesa').fill('7')
      await look('bar-offered')
      await button(LANGUAGE_OFFERS[language]).click()
      await expect(field(texts.table)).toHaveValue('7')
      await expect(page).toHaveURL(`/bar/${bar.id}`)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await look('bar')
    })

    await test.step('every page from here on is in that language', async () => {
      await page.goto('/')
      await look('landing')
      for (const [path, title] of [
        [PAGES.safety, words.safetyTexts.title],
        [PAGES.terms, words.TERMS.title],
        [PAGES.privacy, words.PRIVACY.title],
        [PAGES.accessibility, words.ACCESSIBILITY.title],
      ] as const) {
        await page.goto(path)
        await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
        await expect(page).toHaveTitle(`${title} · Brinde`)
        const date = page.getByText(words.legalTexts.date)
        await expect(date).toHaveCount(path === PAGES.safety ? 0 : 1)
        await look(path.slice(1))
      }
    })

    await test.step('the page for bars is in Portuguese, and the way from it is not', async () => {
      await page.goto('/')
      await page.getByRole('link', { name: texts.forBars }).click()
      await expect(page.getByRole('heading', { name: 'Quanto custa' })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
      await page.getByRole('link', { name: 'Voltar ao início' }).click()
      await page.getByRole('link', { name: texts.accessBar }).click()
      await expect(page.getByText(texts.barAccessSubtitle)).toBeVisible()
      await look('bar-access')
      await page.goto(`/bar/${bar.id}`)
      await field(texts.table).fill('7')
      await button(texts.enterTable).click()
      await expect(page.getByText(texts.joined)).toBeVisible()
      await field(texts.name).fill('Ana')
      await look('form')
      await button(texts.submit).click()
      await expect(page.getByText(texts.createdDetail)).toBeVisible()
      await look('list')
    })

    await test.step('so are help, notices and reports', async () => {
      await button(words.layerTexts.menu).click()
      await look('menu')
      await button(words.helpTexts.item).click()
      const help = page.getByRole('dialog', { name: words.helpTexts.title })
      await expect(help).toContainText(words.helpTexts.question)
      await expect(help).toContainText(words.helpKinds.unwell)
      await look('help')
      await page.keyboard.press('Escape')
      await button(words.optionsFor('Bia')).click()
      await look('person-menu')
      await button(words.reportTexts.menu).click()
      const report = page.getByRole('dialog', { name: words.reportTitle('Bia') })
      await expect(report).toContainText(words.REASON_NAMES.looks_underage)
      await look('report')
      await page.keyboard.press('Escape')
    })

    await test.step('others read their own language, and what a person wrote as it was written', async () => {
      await expect(bia.row('Ana')).toContainText('Mesa 7')
      await page.getByRole('button', { name: `${texts.chat} ` }).click()
      await expect(page.getByText(texts.empty)).toBeVisible()
      await look('chat-empty')
      await field(texts.composerLabel).fill('Boa noite!')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('log').getByText(TIMES[language])).toBeVisible()
      await look('chat')
      await page.getByRole('link', { name: texts.back }).click()
    })

    await test.step('leaving says what was erased, and Portuguese is one press away', async () => {
      await button(texts.leave).click()
      await expect(page.getByText(texts.erased)).toBeVisible()
      await look('left')
      await button('Português').click()
      await expect(page.getByRole('link', { name: 'Acessar um Bar' })).toBeVisible()
      await expect(page.getByText('Até a próxima!')).toBeVisible()
      await page.getByRole('link', { name: 'Acessar um Bar' }).click()
      await expect(button(LANGUAGE_OFFERS[language])).toBeHidden()
    })
  })
}
