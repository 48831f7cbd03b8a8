import {
  ADMIN_API,
  toAdminBar,
  toBarForm,
  toBarHours,
  toNumbers,
  toSheets,
} from '#contract/admin-paths.ts'
import { FULL_BAR, fourWeeks, SESSIONS } from './admin-cast.ts'
import type { Scene } from './scenes.ts'
import type { Stage } from './stage.ts'

const press = ({ page }: Stage, name: string) => page.getByRole('button', { name }).first().click()

/** A page about one bar. */
const withBar =
  (toPath: (barId: string) => string, then?: (stage: Stage) => Promise<unknown>) =>
  async (stage: Stage) => {
    await stage.signIn({ bars: [] })
    await stage.answer(toAdminBar(FULL_BAR.id), FULL_BAR)
    await stage.open(toPath(FULL_BAR.id))
    // In a field of the form, in the bar at the top or on the paper.
    await stage.page
      .locator(`text=${FULL_BAR.name} >> visible=true`)
      .or(stage.page.getByRole('textbox', { name: 'Nome do Bar' }))
      .first()
      .waitFor()
    await then?.(stage)
  }

export const adminScenes: Record<string, Scene> = {
  login: {
    title: 'Login',
    sample: true,
    play: async (stage) => {
      await stage.refuse(ADMIN_API.session, 'unauthenticated')
      await stage.open('/admin-login')
      await stage.page.getByRole('button', { name: 'Entrar' }).waitFor()
    },
  },
  'login-refused': {
    title: 'Login, refused',
    play: async (stage) => {
      await stage.page.route(`**${ADMIN_API.session}`, (route) => {
        const isTry = route.request().method() === 'POST'
        const code = isTry ? 'wrong_credentials' : 'unauthenticated'
        return route.fulfill({ status: 401, json: { error: { code, message: code } } })
      })
      await stage.open('/admin-login')
      await stage.page.getByRole('textbox', { name: 'Email' }).fill('oi@boteco.example')
      await stage.page.locator('input[type=password]').fill('errada')
      await press(stage, 'Entrar')
      await stage.page.getByText('Email ou senha incorretos').first().waitFor()
    },
  },
  'bar-form': {
    title: 'Bar form',
    sample: true,
    play: async (stage) => {
      await stage.signIn({ bars: [] })
      await stage.open('/admin')
      await stage.page.getByRole('button', { name: 'Cadastrar Bar' }).waitFor()
    },
  },
  'bar-form-missing': {
    title: 'Bar form, nothing typed',
    play: async (stage) => {
      await stage.signIn({ bars: [] })
      await stage.open('/admin')
      await press(stage, 'Cadastrar Bar')
    },
  },
  'bar-form-edit': {
    title: 'Bar form with a bar in it',
    play: withBar(toBarForm),
  },
  'bar-form-failed': {
    title: 'A bar that cannot be loaded',
    play: async (stage) => {
      await stage.signIn({ bars: [] })
      await stage.refuse(toAdminBar(FULL_BAR.id), 'internal')
      await stage.open(toBarForm(FULL_BAR.id))
      await stage.page.getByRole('button', { name: 'Tentar de novo' }).waitFor()
    },
  },
  print: { title: 'Poster', sample: true, play: withBar(toSheets) },
  'print-cards': {
    title: 'Table cards',
    play: withBar(toSheets, async ({ page }) => {
      await page.getByText('Cartões', { exact: false }).first().click()
      await page.getByRole('article').first().waitFor()
    }),
  },
  numbers: {
    title: 'Numbers',
    sample: true,
    play: async (stage) => {
      await stage.answer(toBarHours(FULL_BAR.id), fourWeeks())
      await withBar(toNumbers)(stage)
    },
  },
  'numbers-empty': {
    title: 'Numbers of a new bar',
    play: async (stage) => {
      await stage.answer(toBarHours(FULL_BAR.id), { ...fourWeeks(), hours: [] })
      await withBar(toNumbers)(stage)
    },
  },
  account: {
    title: 'Account',
    sample: true,
    play: async (stage) => {
      await stage.signIn({ bars: [] })
      await stage.answer(ADMIN_API.sessions, { sessions: SESSIONS })
      await stage.open('/admin/account')
      await stage.page.getByText('Safari').first().waitFor()
    },
  },
}
