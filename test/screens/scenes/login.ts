import type { FirstRun } from '#contract/admin.ts'
import { ADMIN_API, SET_PASSWORD_FRAGMENT } from '#contract/admin-paths.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { PAGES } from '#contract/paths.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { teamTexts } from '#contract/texts/team.ts'
import { NOW } from '#test/fakes/people.ts'
import type { Scenes, Step } from '#test/screens/scene.ts'
import { fill, opens, press, shows, steps } from '#test/screens/scene.ts'

const signedOut: Step = (server) => server.answer(ADMIN_API.session, { user: null }, 'GET')

const typePassword: Step = ({ page }) =>
  page.locator('input[type=password]').first().fill('cerveja')

const tries = steps(fill('Email', 'oi@boteco.example'), typePassword, press('Entrar'))

const refused = (code: ErrorCode, says: string | RegExp, retryAfterSeconds?: number): Step =>
  steps(
    signedOut,
    (server) =>
      server.refuse(ADMIN_API.session, code, {
        method: 'POST',
        ...(retryAfterSeconds && { retryAfterSeconds }),
      }),
    opens(PAGES.adminLogin, steps(tries, shows(says))),
  )

const LINK = `${PAGES.adminLogin}#${SET_PASSWORD_FRAGMENT}`
const TOKEN = 'A'.repeat(43)

const firstRun = (firstRun: FirstRun): Step =>
  steps(
    (server) => server.answer(ADMIN_API.session, { user: null, firstRun }),
    opens(PAGES.adminLogin, shows(teamTexts.firstRun)),
  )

const INVITATION = { barName: 'Boteco da Ana', role: 'staff', expiresAt: NOW }

export const login: Scenes = {
  'first-run': { title: 'The first account', reach: firstRun('ready') },
  'first-run-no-secret': {
    title: 'The first account, before the operator has set a secret',
    reach: firstRun('noSecret'),
  },
  invitation: {
    title: 'An invitation to a bar’s staff',
    reach: steps(
      signedOut,
      (server) => server.answer(ADMIN_API.invitation, INVITATION),
      opens(`${PAGES.joining}#${TOKEN}`, shows(teamTexts.join)),
    ),
  },
  'invitation-dead': {
    title: 'An invitation that is no longer good',
    reach: opens(`${PAGES.joining}#cut`, shows(teamTexts.deadLink)),
  },
  login: {
    title: 'Login',
    reach: steps(signedOut, opens(PAGES.adminLogin, shows('Entrar'))),
  },
  'login-loading': {
    title: 'Login, while the session is asked for',
    reach: steps(
      (server) => server.hang(ADMIN_API.session),
      opens(PAGES.adminLogin, shows('Carregando...')),
    ),
  },
  'login-busy': {
    title: 'Login on its way',
    reach: steps(
      (server) => server.hang(ADMIN_API.session),
      signedOut,
      opens(PAGES.adminLogin, steps(tries, shows('Entrando...'))),
    ),
  },
  'login-refused': {
    title: 'Login, refused',
    reach: refused('wrong_credentials', adminTexts.wrongCredentialsDetail),
  },
  'login-throttled': {
    title: 'Login, too many tries',
    reach: refused('throttled', /Tente de novo em \d+ s/, 47),
  },
  'set-password': {
    title: 'Setting a password',
    reach: steps(signedOut, opens(LINK + TOKEN, shows(adminTexts.setPassword))),
  },
  'set-password-short': {
    title: 'A password that is too short',
    reach: steps(
      signedOut,
      opens(
        LINK + TOKEN,
        steps(typePassword, press('Salvar senha'), shows(adminTexts.passwordTooShort)),
      ),
    ),
  },
  'set-password-dead': {
    title: 'A link that is no longer good',
    reach: steps(signedOut, opens(`${LINK}cut`, shows(adminTexts.linkExpired))),
  },
  'admin-waiting': {
    title: 'An administrator’s page, while the session is asked for',
    reach: steps(
      (server) => server.hang(ADMIN_API.session),
      opens(PAGES.admin, shows('Carregando...')),
    ),
  },
  'admin-unreachable': {
    title: 'An administrator whom nobody answers',
    reach: steps(
      (server) => server.refuse(ADMIN_API.session, 'internal'),
      opens(PAGES.monitor, shows('Sem conexão')),
    ),
  },
}
