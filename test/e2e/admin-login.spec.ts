import type { Page, Route } from '@playwright/test'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { PAGES } from '#contract/pages.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { loseAnswer, refuse } from './answers.ts'
import { SESSION_ENDS } from './device.ts'
import { expect, test } from './e2e.ts'
import { holdRequests } from './hold-requests.ts'

test('R35 3.3.8 the login takes a password manager, explains each failure, and lasts until the logout', async ({
  admin: bringIn,
}) => {
  const expects = [...SESSION_ENDS, /ERR_FAILED|status of (?:429|500)/]
  const admin = await bringIn({ password: 'set', expects })
  const { page, context } = admin
  await page.goto('/')
  await page.getByRole('link', { name: 'Acesso Administrativo' }).click()
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  const email = page.getByRole('textbox', { name: 'Email' })
  const password = page.getByLabel('Senha', { exact: true })

  await test.step('a password is hidden until its button is pressed, and a password manager can fill it in', async () => {
    await expect(password).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: adminTexts.showPassword }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await expect(email).toHaveAttribute('autocomplete', 'username')
    await expect(password).toHaveAttribute('autocomplete', 'current-password')
    const isAllowed = await password.evaluate((field) =>
      field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
    )
    expect(isAllowed).toBe(true)
  })

  await test.step('an empty login is not sent, and every failure has its message', async () => {
    const logins: string[] = []
    page.on('request', (request) => request.method() === 'POST' && logins.push(request.url()))
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await admin.fillLogin('', 'senha')
    await admin.fillLogin(admin.email, '')
    await expect(page.getByRole('region', { name: 'Avisos' })).toHaveText('')

    await admin.fillLogin(admin.email, 'chute')
    const wrong = await admin.untilToast('Credenciais inválidas', 'Email ou senha incorretos')
    expect(wrong).toMatchObject({ isMarked: false })
    await expect(password).toHaveAccessibleDescription('Confira o email e a senha.')
    await expect(page.getByRole('main')).not.toContainText('Email ou senha incorretos')
    expect(logins).toHaveLength(1)
    await expect(email).toHaveValue(admin.email)
    const title = 'Erro de autenticação'
    const cases = [
      [{ status: 200, body: '"ok"' }, 'Resposta inválida do servidor'],
      [{ status: 200, body: '{}' }, 'Não foi possível obter os dados do usuário'],
      [{ status: 500, body: 'oops' }, 'Não foi possível entrar agora. Tente novamente.'],
      [null, 'Ocorreu um erro ao tentar fazer login'],
    ] as const
    for (const [answer, sentence] of cases) {
      await once(page, 'POST', (route) => (answer ? route.fulfill(answer) : route.abort()))
      await admin.fillLogin()
      expect(await admin.untilToast(title, sentence)).toMatchObject({ isMarked: true })
    }
  })

  await test.step('after too many tries the page counts down and sends nothing', async () => {
    await page.clock.install()
    await once(page, 'POST', refuse('throttled', 600))
    await admin.fillLogin(admin.email, 'chute')
    const sentence = /^Muitas tentativas\. Tente de novo em \d+ s\.$/
    await admin.untilToast('Erro de autenticação', sentence)
    const waits = page.getByRole('main').getByText(/^Muitas tentativas\./)
    await admin.fillLogin()
    await expect(waits).toBeVisible()
    await expect(page).toHaveURL('/admin-login')
    await page.clock.fastForward(601_000)
    await expect(waits).toBeHidden()
  })

  await test.step('a right login opens the admin area', async () => {
    await admin.fillLogin(` ${admin.email.toUpperCase()} `)
    await admin.untilToast('Login realizado com sucesso', `Bem-vindo, ${admin.email}!`)
    await expect(page).toHaveURL('/admin')
    expect(await stored(page)).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: admin.email,
      role: 'admin',
    })
  })

  await test.step('a signed-in administrator is redirected from the login to the admin area', async () => {
    await page.goto('/admin-login')
    await expect(page).toHaveURL('/admin')
    // The page asks the server about its session.
    await page.waitForLoadState('networkidle')
  })

  await test.step('a logout whose answer is lost is not reported as done, and the next try ends the session', async () => {
    const cookies = await context.cookies()
    // A question of the page about the session that has ended would open the login over the button.
    const answer = await holdRequests(page, /\/api\/admin\//)
    await page.route(`**${ADMIN_API.session}`, (route) =>
      route.request().method() === 'DELETE' ? route.continue() : route.fallback(),
    )
    await once(page, 'DELETE', loseAnswer)
    const logOut = page.getByRole('button', { name: 'Sair' })
    await logOut.click()
    await admin.untilToast('Erro', 'Não foi possível sair agora. Tente novamente.')
    await logOut.click()
    await admin.untilToast('Logout realizado', 'Você saiu do sistema')
    await expect(page).toHaveURL('/admin-login')
    expect(await stored(page)).toBeNull()
    answer()
    await context.addCookies(cookies)
    await page.goto('/admin')
    await expect(page).toHaveURL('/admin-login')
  })
})

/** Answers only the session's next request with this method. A page may ask about its session later, too. */
async function once(
  page: Page,
  method: 'POST' | 'DELETE',
  answer: (route: Route) => Promise<void>,
): Promise<void> {
  let isDue = true
  await page.route(`**${ADMIN_API.session}`, (route) => {
    if (!isDue || route.request().method() !== method) return route.fallback()
    isDue = false
    return answer(route)
  })
}

test('the admin page is drawn from local storage before the server answers, and after it without', async ({
  admin: bringIn,
}) => {
  const { page } = await bringIn()
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Cadastrar Novo Bar' })).toBeVisible()
  const answer = await holdRequests(page, '**/api/admin/session')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Cadastrar Novo Bar' })).toBeVisible()
  await page.evaluate(() => localStorage.removeItem('admin'))
  await page.reload()
  await expect(page.getByText('Carregando...')).toBeVisible()
  answer()
  await expect(page.getByRole('heading', { name: 'Cadastrar Novo Bar' })).toBeVisible()
})

test('a one-time link sets a password, once', async ({ admin: bringIn }) => {
  const admin = await bringIn({
    password: 'unset',
    // The link does not say whose it is, so that there is no user name to offer beside it.
    expects: [/status of 4(?:01|10|22)/, /should have .* username fields/],
  })
  const { page } = admin
  const link = `/admin-login#set-password=${admin.linkToken}`
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Crie sua senha' })).toBeVisible()
  const field = page.getByRole('textbox', { name: 'Nova senha' })
  await expect(field).toHaveAttribute('type', 'password')
  await expect(field).toHaveAttribute('autocomplete', 'new-password')
  await field.fill(admin.email)
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription(/^Esta senha é feita do seu email/)
  await expect(field).toHaveValue(admin.email)
  await field.fill(admin.password)
  await field.press('Enter')
  await admin.untilToast('Senha salva', 'Agora entre com seu email e a nova senha.')
  await expect(page).toHaveURL('/admin-login')
  await admin.fillLogin()
  await expect(page).toHaveURL('/admin')

  const again = await page.context().newPage()
  await again.goto(link)
  await again.getByRole('textbox', { name: 'Nova senha' }).fill('outra senha longa')
  await again.getByRole('button', { name: 'Salvar senha' }).click()
  await expect(
    again.getByText('Este link não vale mais. Peça outro a quem administra o sistema.'),
  ).toBeVisible()
})

function stored(page: Page): Promise<unknown> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('admin') ?? 'null'))
}

test('a logout in one tab leads the other tabs to the login', async ({ monitor }) => {
  const board = await monitor({ expects: SESSION_ENDS })
  await board.open()
  const other = await board.admin.context.newPage()
  await other.goto(PAGES.monitor)
  await expect(other.getByText(/^Ao vivo/)).toBeVisible()
  await board.act('Sair')
  await expect(other).toHaveURL(PAGES.adminLogin)
  await expect(other.getByRole('heading', { name: 'Login' })).toBeVisible()
})
