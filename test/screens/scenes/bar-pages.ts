import { ADMIN_API, toBarHours, toSheets, toStatistics } from '#contract/admin-paths.ts'
import { PAGES } from '#contract/paths.ts'
import { accountTexts } from '#contract/texts/account.ts'
import { numbersTexts } from '#contract/texts/numbers.ts'
import { sheetTexts } from '#contract/texts/sheets.ts'
import { FULL_BAR, fourWeeks, SESSIONS } from '#test/screens/admin-cast.ts'
import type { Play, Scenes } from '#test/screens/scene.ts'
import { first, opens, press, shows } from '#test/screens/scene.ts'
import { withBar } from './with-bar.ts'

const numbersOf = (hours: ReturnType<typeof fourWeeks>): Play =>
  first((stage) => stage.answer(toBarHours(FULL_BAR.id), hours), withBar(toStatistics))

const cards: Play = async ({ page }) => {
  await page.getByText('Cartões', { exact: false }).first().click()
  await page.getByRole('article').first().waitFor()
}

const account = (then: Play): Play =>
  first(
    (stage) => stage.signIn({ bars: [] }),
    (stage) => stage.answer(ADMIN_API.sessions, { sessions: SESSIONS }),
    opens(PAGES.account, first(shows('Safari'), then)),
  )
const nothing: Play = async () => undefined

/** What is printed of a bar, what is counted of it, and who does so. */
export const barPages: Scenes = {
  print: { title: 'Poster', sample: true, play: withBar(toSheets) },
  'print-cards': { title: 'Table cards', play: withBar(toSheets, cards) },
  'print-invalid': {
    title: 'Table cards of no number',
    play: withBar(
      toSheets,
      first(
        cards,
        ({ page }) => page.getByRole('textbox').fill('0'),
        shows(sheetTexts.tablesInvalid),
      ),
    ),
  },
  numbers: { title: 'Numbers', sample: true, play: numbersOf(fourWeeks()) },
  'numbers-empty': {
    title: 'Numbers of a new bar',
    play: numbersOf({ ...fourWeeks(), hours: [] }),
  },
  'numbers-loading': {
    title: 'Numbers on their way',
    play: first((stage) => stage.silence(toBarHours(FULL_BAR.id)), withBar(toStatistics)),
  },
  'numbers-failed': {
    title: 'Numbers that cannot be loaded',
    play: first(
      (stage) => stage.refuse(toBarHours(FULL_BAR.id), 'internal'),
      withBar(toStatistics, shows(numbersTexts.failed)),
    ),
  },
  account: { title: 'Account', sample: true, play: account(nothing) },
  'account-missing': {
    title: 'Account, a new password without the old one',
    play: account(first(press(accountTexts.save), shows(accountTexts.currentMissing))),
  },
  'account-wrong': {
    title: 'Account, a wrong password',
    play: account(
      first(
        (stage) => stage.refuse(ADMIN_API.password, 'wrong_credentials'),
        ({ page }) => page.getByLabel('Senha atual', { exact: true }).fill('errada'),
        ({ page }) => page.getByLabel('Nova senha', { exact: true }).fill('uma frase comprida'),
        press(accountTexts.save),
        shows(accountTexts.currentWrong),
      ),
    ),
  },
  'account-loading': {
    title: 'Account, sessions on their way',
    play: first(
      (stage) => stage.signIn({ bars: [] }),
      (stage) => stage.silence(ADMIN_API.sessions),
      opens(PAGES.account, shows(accountTexts.sessions)),
    ),
  },
  'account-failed': {
    title: 'Account, sessions that cannot be loaded',
    play: first(
      (stage) => stage.signIn({ bars: [] }),
      (stage) => stage.refuse(ADMIN_API.sessions, 'internal'),
      opens(PAGES.account, shows(accountTexts.loadFailed)),
    ),
  },
}
