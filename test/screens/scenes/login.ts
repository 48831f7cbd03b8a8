import type { FirstRun } from '#contract/admin.ts'
import { ADMIN_API, SET_PASSWORD_FRAGMENT } from '#contract/admin-paths.ts'
import { PAGES } from '#contract/pages.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { teamTexts } from '#contract/texts/team.ts'
import { aSession } from '#test/fakes/admin-data.ts'
import { NOW } from '#test/fakes/people.ts'
import type { Scenes, Step } from '#test/screens/scene.ts'
import { fill, opens, press, shows, steps } from '#test/screens/scene.ts'

const signedOut: Step = (server) => server.answer(ADMIN_API.session, aSession(), 'GET')

const typePassword: Step = ({ page }) =>
  page.locator('input[type=password]').first().fill('cerveja')

const tries = steps(fill('Email', 'oi@boteco.example'), typePassword, press('Entrar'))

const LINK = `${PAGES.adminLogin}#${SET_PASSWORD_FRAGMENT}`
const TOKEN = 'A'.repeat(43)

const firstRun = (firstRun: FirstRun): Step =>
  steps(
    (server) => server.answer(ADMIN_API.session, aSession({ firstRun })),
    opens(PAGES.adminLogin, shows(teamTexts.firstRun)),
  )

const INVITATION = { barName: 'Boteco da Ana', role: 'staff', expiresAt: NOW }

export const login: Scenes = {
  'first-run': firstRun('ready'),
  'first-run-no-secret': firstRun('noSecret'),
  invitation: steps(
    signedOut,
    (server) => server.answer(ADMIN_API.invitation, INVITATION),
    opens(`${PAGES.joining}#${TOKEN}`, shows(teamTexts.join)),
  ),
  'invitation-dead': opens(`${PAGES.joining}#cut`, shows(teamTexts.deadLink)),
  login: steps(signedOut, opens(PAGES.adminLogin, shows('Entrar'))),
  'login-loading': steps(
    (server) => server.hang(ADMIN_API.session),
    opens(PAGES.adminLogin, shows('Carregando...')),
  ),
  'login-busy': steps(
    (server) => server.hang(ADMIN_API.session),
    signedOut,
    opens(PAGES.adminLogin, tries, shows('Entrando...')),
  ),
  'login-throttled': steps(
    signedOut,
    (server) =>
      server.refuse(ADMIN_API.session, 'throttled', { method: 'POST', retryAfterSeconds: 47 }),
    opens(PAGES.adminLogin, tries, shows(/Tente de novo em \d+ s/)),
  ),
  'set-password': steps(signedOut, opens(LINK + TOKEN, shows(adminTexts.setPassword))),
  'set-password-short': steps(
    signedOut,
    opens(LINK + TOKEN, typePassword, press('Salvar senha'), shows(adminTexts.passwordTooShort)),
  ),
  'set-password-dead': steps(signedOut, opens(`${LINK}cut`, shows(adminTexts.linkExpired))),
  'admin-unreachable': steps(
    (server) => server.refuse(ADMIN_API.session, 'internal'),
    opens(PAGES.monitor, shows('Sem conexão')),
  ),
}
