import type { Page, Route } from '@playwright/test'
import { address } from '#contract/address.ts'
import { ADMIN_API, BAR_PARAMETER } from '#contract/admin-paths.ts'
import { LIMITS } from '#contract/limits.ts'
import { PAGES } from '#contract/pages.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { barFormTexts } from '#contract/texts/bar-form.ts'
import { aSession } from '#test/fakes/admin-data.ts'
import { aPhoto } from '#test/fakes/bar-pictures.ts'
import { NOW, YOU } from '#test/fakes/people.ts'
import type { AdminPage } from './admin-page.ts'
import { loseAnswer } from './answers.ts'
import { expect, test } from './e2e.ts'
import { holdRequests } from './hold-requests.ts'
import { MonitorPage } from './monitor-page.ts'
import { AT_A_DESK } from './run-scope.ts'

test.use(AT_A_DESK)

const LIMIT = [
  'Limite de fotos atingido',
  'Você pode enviar no máximo 5 fotos do ambiente.',
] as const
const CREATED = [
  'Bar cadastrado com sucesso!',
  'Seu novo bar foi cadastrado e já está disponível para monitoramento.',
] as const

const NOT_CREATED = [
  'Erro ao cadastrar bar',
  'Não foi possível cadastrar o bar. Tente novamente.',
] as const

/** The board may read its bars at the same address. */
const loseCreation = (route: Route) =>
  route.request().method() === 'POST' ? loseAnswer(route) : route.continue()

const countBars = (page: Page, name: string) =>
  page.evaluate(async (wanted) => {
    const { bars } = await (await fetch('/api/admin/bars')).json()
    return bars.filter((bar: { name: string }) => bar.name === wanted).length
  }, name)

test('a bar is registered with its pictures, and a person enters it by its ID', async ({
  admin: bringIn,
  person,
}) => {
  const admin = await bringIn()
  const { page } = admin
  await page.goto('/admin')
  await admin.fillLeast('Boteco da Ana')
  await admin.field('Descrição').fill('Chope gelado e samba às quintas.')
  await admin.field('Frase da noite').fill('Samba às 21h')
  await admin.choose('Adicionar Logo', aPhoto(7))
  for (let photo = 1; photo <= 5; photo += 1) {
    // The first becomes the bar's cover, and later the third.
    const size: [number, number] = [1, 3].includes(photo) ? [1_200, 900] : [320, 240]
    await admin.choose('Adicionar Foto', aPhoto(photo, ...size))
    await expect(admin.sentPhotos).toHaveCount(photo)
  }
  const button = page.getByRole('button', { name: 'Adicionar Foto' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  // Playwright would wait until an aria-disabled button is enabled.
  await button.click({ force: true })
  expect(await admin.untilToast(...LIMIT)).toMatchObject({ isMarked: false })
  await expect(page.getByRole('alert').getByText(LIMIT[1])).toBeVisible()
  await page.getByRole('button', { name: 'Remover foto 2' }).click()
  await expect(admin.sentPhotos).toHaveCount(4)
  await expect(button).toBeFocused()
  await admin.choose('Adicionar Foto', aPhoto(6))
  await expect(admin.sentPhotos).toHaveCount(5)

  // The page redirects after two seconds, once the code of the next page is loaded.
  const goOn = await holdRequests(page, '**/assets/monitor-page-*.js')
  const barId = await admin.register()
  await admin.untilToast(...CREATED)
  await expect(admin.field('Nome do Bar *')).toHaveValue('')
  await expect(page).toHaveURL('/barmonitor')
  goOn()
  await expect(page.getByRole('heading', { name: 'Monitoramento de Bares' })).toBeVisible()

  const bia = await person('Bia')
  await bia.page.goto('/bar-access')
  // A poster prints the address in this form.
  const printed = new URL(bia.page.url()).host + address(PAGES.bar, { barId })
  await bia.page.getByRole('textbox', { name: 'ID do bar' }).fill(printed)
  await bia.page.getByRole('button', { name: 'Acessar Bar' }).click()
  await expect(bia.page.getByRole('heading', { name: 'Boteco da Ana' })).toBeVisible()
  await expect(bia.page.getByText('Chope gelado e samba às quintas.')).toBeVisible()
  await expect(bia.page.getByText('Samba às 21h')).toBeVisible()
  const pictures = bia.page.getByRole('main').locator('img[src^="/media/"]')
  await expect(pictures).toHaveCount(6)
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect(picture).toHaveJSProperty('complete', true)
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
  }
  // The head shows a smaller rendition for phones on 4G.
  const cover = bia.page.getByRole('img', { name: 'Foto 1 de Boteco da Ana' })
  await expect(cover).toHaveJSProperty('naturalWidth', LIMITS.barCoverSidePx)
  const kept = await page.request.get((await cover.getAttribute('src')) ?? '')
  expect((await kept.body()).length).toBeLessThanOrEqual(LIMITS.barCoverBytes)

  // Its second photo is the first now, and gets a cover when the bar is saved.
  await page.goto(address(PAGES.editBar, { [BAR_PARAMETER]: barId }))
  await page.getByRole('button', { name: 'Remover foto 1' }).click()
  await page.getByRole('button', { name: 'Salvar Bar' }).click()
  await admin.untilToast('Bar atualizado')
  const before = await cover.getAttribute('src')
  await bia.page.reload()
  await expect(cover).toHaveJSProperty('naturalWidth', LIMITS.barCoverSidePx)
  expect(await cover.getAttribute('src')).not.toBe(before)
})

test('the bar form shows errors at their fields; a lost session or answer costs no input, no second bar', async ({
  admin: bringIn,
}) => {
  const admin = await bringIn({ password: 'used', expects: [/ERR_FAILED/] })
  const { page } = admin
  const register = page.getByRole('button', { name: 'Cadastrar Bar' })
  await page.goto('/admin')

  await test.step('a field that was filled wrongly says so once the next one is used', async () => {
    const email = admin.field('Email')
    await email.pressSequentially('oi@')
    await expect(email).not.toHaveAttribute('aria-invalid')
    await admin.field('Cidade *').focus()
    await expect(email).toHaveAccessibleDescription(/email/i)
    await admin.field('Nome do Bar *').focus()
    await expect(admin.field('Cidade *')).not.toHaveAttribute('aria-invalid')
    await email.fill('')
    await expect(email).not.toHaveAttribute('aria-invalid')
  })

  await test.step('errors stand beside their fields, and the first invalid field has the focus', async () => {
    await admin.field('CPF ou CNPJ').fill('111.444.777-36')
    await register.click()
    const missing = await admin.untilToast(
      'Campos obrigatórios',
      'Nome do bar, endereço e cidade são obrigatórios.',
    )
    expect(missing).toMatchObject({ isMarked: false })
    await expect(admin.field('Telefone (E.164)')).toHaveAttribute('placeholder', '+55XXXXXXXXXX')
    await expect(admin.field('Nome do Bar *')).toBeFocused()
    const problems = {
      'Cidade *': 'Preencha este campo.',
      'CPF ou CNPJ': 'Este CPF ou CNPJ não existe. Confira os dígitos.',
    }
    for (const [label, problem] of Object.entries(problems)) {
      await expect(admin.field(label)).toHaveAccessibleDescription(problem)
      await expect(admin.field(label)).toHaveAttribute('aria-invalid', 'true')
    }
    await admin.field('CPF ou CNPJ').fill('12.ABC.345/01DE-35')
    await expect(admin.field('CPF ou CNPJ')).not.toHaveAttribute('aria-invalid')
  })

  const name = 'Bar da Segunda Tentativa'
  const isKept = async (photos: number) => {
    await expect(admin.field('Nome do Bar *')).toHaveValue(name)
    await expect(admin.sentPhotos).toHaveCount(photos)
  }
  await test.step('a session that ends meanwhile costs a login', async () => {
    await admin.fillLeast(name)
    await admin.choose('Adicionar Foto', aPhoto())
    await isKept(1)
    await admin.endSession()
    const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' })
    const putAway = async () => {
      await expect(dialog).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
    // The live connection says so first.
    await putAway()
    await register.click()
    await putAway()
    await admin.untilToast('Erro ao cadastrar bar', 'Entre de novo para continuar.')
    await isKept(1)

    await admin.choose('Adicionar Foto', aPhoto(2))
    await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue(admin.email)
    const password = dialog.getByLabel('Senha', { exact: true })
    await expect(password).toBeFocused()
    await password.fill(admin.password)
    await dialog.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(dialog).toBeHidden()
    await isKept(2)
  })

  await test.step('if the answer to a created bar is lost, the second try finds the bar', async () => {
    await page.route(ADMIN_API.bars, loseCreation)
    await register.click()
    await admin.untilToast(...NOT_CREATED)
    await page.unroute(ADMIN_API.bars, loseCreation)
    await isKept(2)
    await admin.register()
    await admin.untilToast(...CREATED)
    expect(await countBars(page, name)).toBe(1)
  })
})

test('leaving with unsaved input asks first, by link, by going back and by logging out', async ({
  admin: bringIn,
}) => {
  const board = new MonitorPage(await bringIn())
  const { page } = board
  await page.goto('/')
  await board.open()
  await page.goto('/admin')
  const monitor = page.getByRole('link', { name: 'Monitorar Bares' })
  const name = page.getByRole('textbox', { name: 'Nome do Bar *' })
  const question = page.getByRole('dialog', { name: 'Sair sem cadastrar?' })
  const stay = question.getByRole('button', { name: 'Continuar cadastro' })
  // `goForward` waits for a navigation, but this one is cancelled, so the call is not awaited.
  const tryForward = () => void page.goForward().catch(() => undefined)

  await monitor.click()
  await expect(name).toHaveCount(0)
  await board.isLive()
  await page.goBack()
  await name.fill('Bar Quase')
  await monitor.click()
  await stay.click()
  await expect(name).toHaveValue('Bar Quase')
  await page.getByRole('button', { name: 'Sair', exact: true }).click()
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()

  tryForward()
  await stay.click()
  await expect(page).toHaveURL('/admin')
  await expect(name).toHaveValue('Bar Quase')
  const unload = page.waitForEvent('dialog')
  const reload = page.evaluate(() => location.reload())
  await (await unload).dismiss()
  await reload
  await expect(name).toHaveValue('Bar Quase')

  tryForward()
  await question.getByRole('button', { name: 'Sair sem cadastrar' }).click()
  await expect(page).toHaveURL('/barmonitor')
  await board.isLive()
})

test('the notice of a new device asks before unsaved input is left', async ({ fake, page }) => {
  await fake.signIn({ bars: [] })
  await fake.answer(
    ADMIN_API.session,
    aSession({
      user: { id: YOU.id, email: 'oi@boteco.example', role: 'admin' },
      newDevice: { at: NOW, isOwn: false },
    }),
  )
  await fake.open(PAGES.admin)
  const name = page.getByRole('textbox', { name: 'Nome do Bar *' })
  await name.fill('Bar Quase')
  const change = page.getByRole('link', { name: 'Troque a senha.' })
  await change.click()
  await page.getByRole('button', { name: 'Continuar cadastro' }).click()
  await expect(name).toHaveValue('Bar Quase')
  await change.click()
  await page.getByRole('button', { name: 'Sair sem cadastrar' }).click()
  await expect(page).toHaveURL(new RegExp(`${PAGES.account}$`))
})

test('a discarded tab keeps the texts of the bar form until they are left, or the session ends', async ({
  admin: bringIn,
}) => {
  const admin = await bringIn()
  const { page } = admin
  page.on('dialog', (dialog) => void dialog.accept())
  const name = admin.field('Nome do Bar *')
  await page.goto('/admin')
  await name.fill('Bar Quase')
  await page.reload()
  await expect(name).toHaveValue('Bar Quase')
  await page.getByRole('link', { name: 'Monitorar Bares' }).click()
  await page.getByRole('button', { name: 'Sair sem cadastrar' }).click()
  await expect(page.getByRole('heading', { name: 'Monitoramento de Bares' })).toBeVisible()
  await page.goto('/admin')
  await expect(name).toHaveValue('')

  await name.fill('Bar Quase')
  await admin.endSession()
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin-login')
  expect(await page.evaluate(() => Object.values(sessionStorage).join())).not.toContain('Bar Quase')
})

/** Creates a bar whose answer is lost, and reloads the form as a discarded tab does. */
async function loseAnswerAndTab(admin: AdminPage, name: string): Promise<void> {
  const { page } = admin
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto('/admin')
  await admin.fillLeast(name)
  await page.route(ADMIN_API.bars, loseCreation)
  await page.getByRole('button', { name: 'Cadastrar Bar' }).click()
  await admin.untilToast(...NOT_CREATED)
  await page.unroute(ADMIN_API.bars, loseCreation)
  await page.reload()
  await expect(admin.field('Nome do Bar *')).toHaveValue(name)
}

test('a discarded tab whose answer was lost creates its bar once', async ({ admin: bringIn }) => {
  const admin = await bringIn({ expects: [/ERR_FAILED/] })
  const name = 'Bar da Aba Descartada'
  await loseAnswerAndTab(admin, name)
  await admin.register()
  await admin.untilToast(...CREATED)
  expect(await countBars(admin.page, name)).toBe(1)
})

test('a discarded tab whose bar was changed after the lost answer says so before it creates another', async ({
  admin: bringIn,
}) => {
  const admin = await bringIn({ expects: [/ERR_FAILED/, /status of 409/] })
  const { page } = admin
  const name = 'Bar do Segundo Nome'
  await loseAnswerAndTab(admin, 'Bar do Primeiro Nome')
  await admin.field('Nome do Bar *').fill(name)
  await page.getByRole('button', { name: 'Cadastrar Bar' }).click()
  await admin.untilToast('Erro ao cadastrar bar', barFormTexts.createdBefore)
  expect(await countBars(page, name)).toBe(0)
  await page.reload()
  await expect(admin.field('Nome do Bar *')).toHaveValue(name)
  await admin.register()
  await admin.untilToast(...CREATED)
  expect(await countBars(page, name)).toBe(1)
})

test('a discarded tab keeps an edit of a bar, and overwrites no newer revision with it', async ({
  admin: bringIn,
}) => {
  const admin = await bringIn({ expects: [/status of 409/] })
  const { page } = admin
  page.on('dialog', (dialog) => void dialog.accept())
  const { id } = await admin.registerAtOnce('Boteco')
  const path = address(PAGES.editBar, { [BAR_PARAMETER]: id })
  const save = { name: 'Salvar Bar' }
  await page.goto(path)
  await admin.field('Frase da noite').fill('Samba')

  const other = await admin.context.newPage()
  await other.goto(path)
  await other.getByRole('textbox', { name: 'Frase da noite' }).fill('Choro')
  await other.getByRole('button', save).click()
  await expect(other).toHaveURL('/barmonitor')

  await page.reload()
  await expect(admin.field('Frase da noite')).toHaveValue('Samba')
  await page.getByRole('button', save).click()
  await page.getByRole('button', { name: 'Recarregar' }).click()
  await expect(admin.field('Frase da noite')).toHaveValue('Choro')
})

test('T21 hostile fields of a bar are text on every screen', async ({ admin: bringIn, device }) => {
  // Chromium counts three seconds from the form's load, not from the board that is drawn next.
  const admin = await bringIn({ expects: [/monitor-page-[\w-]+\.css was preloaded/] })
  const { page } = admin
  const hostile = '"><img src=x onerror=window.__xss=1><svg/onload=window.__xss=1>'
  await page.goto('/admin')
  const fields = ['Nome do Bar *', 'Nome do Proprietário', 'Endereço *', 'Bairro', 'Cidade *']
  for (const label of [...fields, 'Descrição']) await admin.field(label).fill(hostile)
  await admin.field('Número').fill('<b>1</b>')
  const barId = await admin.register()
  await expect(page).toHaveURL('/barmonitor')
  await expect(page.getByRole('heading', { name: hostile })).not.toHaveCount(0)

  const person = await device()
  await person.page.goto(address(PAGES.bar, { barId }))
  await expect(person.page.getByRole('heading', { name: hostile })).toBeVisible()
  await expect(person.page.getByText(hostile)).toHaveCount(3)
  await expect(person.page).toHaveTitle(/^"><img src=x onerror/)
  const foreign = 'script, iframe, base, style, img:not([src^="/media/"], [src="/icon-192.png"])'
  for (const { page: shown } of [admin, person]) {
    expect(await shown.evaluate(() => '__xss' in window)).toBe(false)
    await expect(shown.locator('#root').locator(foreign)).toHaveCount(0)
  }
})

test('a page about a bar asks the server for no bar where its address names none', async ({
  fake,
  page,
}) => {
  await fake.signIn({ bars: [] })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const paths = [PAGES.editBar, PAGES.print, PAGES.team, PAGES.statistics]
  const misnamed = ['?bar=', '?bar=../session', '?bar=K7M2Q'].map((query) => PAGES.team + query)
  for (const path of [...paths, ...misnamed]) {
    await fake.open(path)
    await expect(page.getByText(adminTexts.barGone)).toBeVisible()
  }
  expect(asked).toContain(ADMIN_API.session)
  expect(asked.filter((path) => path.startsWith(`${ADMIN_API.bars}/`))).toEqual([])
})
