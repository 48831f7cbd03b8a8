import type { Page } from '@playwright/test'
import { PAGES } from '#contract/pages.ts'
import { AdminPage } from './admin-page.ts'
import { refuse } from './answers.ts'
import { SESSION_ENDS } from './device.ts'
import { expect, test } from './e2e.ts'
import { MonitorPage } from './monitor-page.ts'
import { AT_A_DESK } from './run-scope.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

test.use(AT_A_DESK)

test('T33 T59 an administrator learns of a new device; each way to end its session stops its monitor', async ({
  admin: bringIn,
  device,
}) => {
  const admin = await bringIn({ password: 'used', expects: [/status of (?:401|422)/] })
  const { page } = admin
  const other = new AdminPage(await device({ expects: SESSION_ENDS }), admin)
  await other.signIn()
  const board = new MonitorPage(other)
  await board.open()
  await board.openMenu()
  const account = board.page.getByRole('link', { name: 'Sua conta' })
  await expect(account).toHaveAttribute('href', PAGES.account)
  const ended = board.page.getByRole('dialog', { name: 'Sua sessão terminou' })
  const sessions = page.getByRole('list', { name: 'Sessões abertas' }).getByRole('listitem')
  const untilEnded = async () => {
    await expect(sessions).toHaveCount(1)
    await expect(ended).toBeVisible()
    expect(await other.ask('GET', '/api/admin/sessions')).toBe(401)
  }
  const logInAgain = async () => {
    await ended.getByLabel('Senha', { exact: true }).fill(admin.password)
    await ended.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(ended).toHaveCount(0)
    await page.reload()
    await expect(sessions).toHaveCount(2)
  }

  await test.step('the page tells of the new device once, and lists the sessions', async () => {
    await page.goto(PAGES.account)
    await expect(sessions).toHaveCount(2)
    const notice = page.getByRole('status').filter({ hasText: 'Entrada de um aparelho novo' })
    await expect(notice).toContainText('Não foi você? Troque a senha.')
    await notice.getByRole('button', { name: 'Fechar' }).click()
    await page.reload()
    await expect(sessions).toHaveCount(2)
    await expect(notice).toHaveCount(0)
    const own = sessions.filter({ hasText: 'Esta sessão' })
    await expect(own).toContainText(/Chrome.*Último uso:/s)
    await expect(own.getByRole('button')).toHaveCount(0)
  })

  await test.step('one session is ended, and all others are', async () => {
    await page.getByRole('button', { name: /^Encerrar sessão: Chrome/ }).click()
    await admin.untilToast('Sessão encerrada')
    await untilEnded()
    await logInAgain()
    // The button comes with the second of them.
    await new AdminPage(await device(), admin).signIn()
    await page.reload()
    await page.getByRole('button', { name: 'Encerrar as outras' }).click()
    await admin.untilToast('As outras sessões foram encerradas')
    await untilEnded()
  })

  await test.step('a new password needs the old one, and ends the other sessions', async () => {
    await logInAgain()
    const section = page.getByRole('region', { name: 'Alterar senha' })
    const current = section.getByLabel('Senha atual', { exact: true })
    const save = section.getByRole('button', { name: 'Alterar senha' })
    await current.fill('errada')
    await section.getByLabel('Nova senha', { exact: true }).fill('cinco pastéis e um caldo de cana')
    await save.click()
    await expect(current).toHaveAccessibleDescription('Esta não é a sua senha atual.')
    await expect(current).toBeFocused()
    await current.fill(admin.password)
    await save.click()
    await admin.untilToast('Senha alterada', 'As outras sessões foram encerradas.')
    await untilEnded()
  })
})

test('T59 a passkey is made after the password is given again, opens a session, and is removed', async ({
  admin: bringIn,
}) => {
  const admin = await bringIn({ password: 'used', expects: [/status of (?:401|403)/] })
  const { page, context } = admin
  await addAuthenticator(page, context)

  await forgetProof(page, /\/passkeys\/challenge$/)
  await page.goto(PAGES.account)
  const section = page.getByRole('region', { name: 'Chaves de acesso' })
  await expect(section.getByText('Nenhuma chave de acesso ainda.')).toBeVisible()
  await section.getByRole('button', { name: 'Adicionar chave de acesso' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirme que é você' })
  const password = dialog.getByLabel('Sua senha', { exact: true })
  await password.fill('errada')
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await expect(password).toHaveAccessibleDescription('Esta não é a sua senha.')
  await password.fill(admin.password)
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await admin.untilToast('Chave de acesso adicionada')
  const keys = section.getByRole('list', { name: 'Chaves de acesso' }).getByRole('listitem')
  await expect(keys).toContainText('Nunca usada')
  await section.getByRole('button', { name: /^Renomear:/ }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Nome' }).fill('Notebook do caixa')
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar nome' }).click()
  await expect(keys).toContainText('Notebook do caixa')

  await admin.endSession()
  await page.goto(PAGES.adminLogin)
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click()
  await expect(page).toHaveURL(PAGES.admin)
  await page.goto(PAGES.account)
  const own = page.getByRole('listitem').filter({ hasText: 'Esta sessão' })
  await expect(own).toContainText('com chave de acesso')
  await expect(keys).toContainText('Último uso')

  await forgetProof(page, /\/passkeys\/[\w-]{36}$/)
  await section.getByRole('button', { name: 'Remover: Notebook do caixa' }).click()
  const question = page.getByRole('dialog', { name: 'Remover Notebook do caixa?' })
  await question.getByRole('button', { name: 'Remover' }).click()
  await dialog.getByRole('button', { name: 'Usar chave de acesso' }).click()
  await admin.untilToast('Chave de acesso removida')
  await expect(section.getByText('Nenhuma chave de acesso ainda.')).toBeVisible()
  await context.clearCookies()
  await page.goto(PAGES.adminLogin)
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click()
  await admin.untilToast('Esta chave de acesso não vale aqui')
})

/** The next such call is refused, as it is ten minutes later. */
async function forgetProof(page: Page, path: RegExp): Promise<void> {
  await page.route(path, refuse('proof_needed'), { times: 1 })
}
