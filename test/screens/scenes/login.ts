import { ADMIN_API, SET_PASSWORD_FRAGMENT } from '#contract/admin-paths.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { PAGES } from '#contract/paths.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import type { Play, Scenes } from '#test/screens/scene.ts'
import { fill, first, opens, press, shows } from '#test/screens/scene.ts'

const signedOut: Play = (stage) =>
  stage.refuse(ADMIN_API.session, 'unauthenticated', { method: 'GET' })

const typePassword: Play = ({ page }) =>
  page.locator('input[type=password]').first().fill('cerveja')

const tries = first(fill('Email', 'oi@boteco.example'), typePassword, press('Entrar'))

const refused = (code: ErrorCode, says: string | RegExp, retryAfterSeconds?: number): Play =>
  first(
    signedOut,
    (stage) =>
      stage.refuse(ADMIN_API.session, code, {
        method: 'POST',
        ...(retryAfterSeconds && { retryAfterSeconds }),
      }),
    opens(PAGES.adminLogin, first(tries, shows(says))),
  )

const LINK = `${PAGES.adminLogin}#${SET_PASSWORD_FRAGMENT}`
const TOKEN = 'A'.repeat(43)

export const login: Scenes = {
  login: {
    title: 'Login',
    sample: true,
    play: first(signedOut, opens(PAGES.adminLogin, shows('Entrar'))),
  },
  'login-loading': {
    title: 'Login, while the session is asked for',
    play: first(
      (stage) => stage.silence(ADMIN_API.session),
      opens(PAGES.adminLogin, shows('Carregando...')),
    ),
  },
  'login-busy': {
    title: 'Login on its way',
    play: first(
      (stage) => stage.silence(ADMIN_API.session),
      signedOut,
      opens(PAGES.adminLogin, first(tries, shows('Entrando...'))),
    ),
  },
  'login-refused': {
    title: 'Login, refused',
    play: refused('wrong_credentials', adminTexts.wrongCredentialsDetail),
  },
  'login-throttled': {
    title: 'Login, too many tries',
    sample: true,
    play: refused('throttled', /Tente de novo em \d+ s/, 47),
  },
  'set-password': {
    title: 'Setting a password',
    play: first(signedOut, opens(LINK + TOKEN, shows(adminTexts.setPassword))),
  },
  'set-password-short': {
    title: 'A password that is too short',
    play: first(
      signedOut,
      opens(
        LINK + TOKEN,
        first(typePassword, press('Salvar senha'), shows(adminTexts.passwordTooShort)),
      ),
    ),
  },
  'set-password-dead': {
    title: 'A link that is no longer good',
    play: first(signedOut, opens(`${LINK}cut`, shows(adminTexts.linkExpired))),
  },
  'admin-waiting': {
    title: 'An administrator’s page, while the session is asked for',
    play: first(
      (stage) => stage.silence(ADMIN_API.session),
      opens(PAGES.admin, shows('Carregando...')),
    ),
  },
  'admin-unreachable': {
    title: 'An administrator whom nobody answers',
    play: first(
      (stage) => stage.refuse(ADMIN_API.session, 'internal'),
      opens(PAGES.monitor, shows('Sem conexão')),
    ),
  },
}
