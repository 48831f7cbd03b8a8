import type { Page } from '@playwright/test'
import { address } from '#contract/address.ts'
import { PAGES } from '#contract/pages.ts'
import { TIMINGS } from '#contract/timings.ts'
import { aPhoto } from '#test/fakes/bar-pictures.ts'
import { toBarOf } from '#test/screens/bars.ts'
import { expect, test } from './e2e.ts'
import { holdRequests } from './hold-requests.ts'
import { untilHydrated } from './hydration.ts'

test('prerendered pages hydrate without a mismatch, a layout shift or a costly Intl object', async ({
  bar,
  person,
}) => {
  // React logs a difference on the console, which fails the test.
  const ana = await person('Ana')
  await ana.page.addInitScript(noteIntlObjects)
  await givePictures(ana.page)
  const pictured = address(PAGES.bar, { barId: toBarOf('pictured').id })
  for (const path of [
    '/',
    '/bar-access',
    `/bar/${bar.id}`,
    `/bar/${bar.id}/table/7`,
    address(PAGES.table, { barId: bar.id, tableId: 'Balcão' }),
    pictured,
    `${pictured}/table/7`,
  ]) {
    await ana.page.goto(path)
    const heading = await ana.page.locator('h1').elementHandle()
    await untilHydrated(ana.page, 'main form, main a')
    expect(await heading?.evaluate((element) => element.isConnected)).toBe(true)
    const shifts = await ana.page.evaluate(async () => {
      const seen: PerformanceEntryList = []
      const observer = new PerformanceObserver((list) => seen.push(...list.getEntries()))
      observer.observe({ type: 'layout-shift', buffered: true })
      await new Promise((resolve) => setTimeout(resolve, 500))
      // A shift after a change of the window's size is not the page's own.
      return [...seen, ...observer.takeRecords()]
        .map((entry) => entry.toJSON())
        .filter(({ hadRecentInput }) => !hadRecentInput)
    })
    const intlObjects = await ana.page.evaluate('intlObjects')
    expect({ path, shifts, intlObjects }).toEqual({ path, shifts: [], intlObjects: [] })
  }
})

/** In the page: the first segmenter, collator or format loads the data of a language. */
function noteIntlObjects(): void {
  const intlObjects: string[] = []
  for (const name of ['Segmenter', 'Collator', 'DateTimeFormat', 'ListFormat'] as const) {
    const made: object = Intl[name]
    const construct = (target: object, args: unknown[]) => {
      intlObjects.push(name)
      return Reflect.construct(target as typeof Intl.Collator, args)
    }
    Object.assign(Intl, { [name]: new Proxy(made, { construct }) })
  }
  Object.assign(window, { intlObjects })
}

/** Photos of the bars of test/screens, and 14 people in each. */
async function givePictures(page: Page): Promise<void> {
  const { buffer: body, mimeType: contentType } = aPhoto()
  await page.route('**/media/**', (route) => route.fulfill({ body, contentType }))
  await page.route('**/online', (route) => route.fulfill({ json: { online: 14 } }))
}

test('a place pressed before the scripts have come fills the field, and pictures come after the form', async ({
  device,
}) => {
  const { page } = await device()
  await givePictures(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const release = await holdScripts(page)
  await page.goto(address(PAGES.bar, { barId: toBarOf('pictured').id }), { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Balcão' }).click()
  const field = page.getByRole('textbox', { name: 'Número da mesa' })
  await expect(field).toHaveValue('Balcão')
  expect(asked.filter((path) => /\/media\/|\/online$/.test(path))).toEqual([])
  release()
  await expect(page.getByRole('img', { name: 'Foto 1 de Boteco da Ana' })).toBeVisible()
  await expect(page.getByText('14 pessoas aqui agora')).toBeVisible()
  await expect(field).toHaveValue('Balcão')
  await page.getByRole('button', { name: 'Em pé' }).click()
  await page.getByRole('button', { name: 'Entrar na Mesa' }).click()
  await expect(page.getByRole('main').getByText('Em pé', { exact: true })).toBeVisible()
})

const holdScripts = (page: Page) => holdRequests(page, '**/assets/*.js')

test('a table typed before hydration is kept; one restored under the cursor is replaced by typing', async ({
  bar,
  device,
}) => {
  const { page } = await device()
  const field = page.getByRole('textbox', { name: 'Número da mesa' })
  const release = await holdScripts(page)
  await page.goto(`/bar/${bar.id}`, { waitUntil: 'commit' })
  await field.fill('12')
  release()
  await untilHydrated(page, 'form')
  await expect(field).toHaveValue('12')

  const releaseAgain = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await field.focus()
  releaseAgain()
  await expect(field).toHaveValue('12')
  await page.keyboard.type('7')
  await expect(field).toHaveValue('7')
  await page.getByRole('button', { name: 'Entrar na Mesa' }).click()
  await expect(page).toHaveURL(`/bar/${bar.id}/table/7`)
})

test('no prerendered form loses what is typed or chosen before and while its scripts come', async ({
  device,
}) => {
  const { page } = await device()
  const fields = page.locator('form').locator('input:not([type=file]), select, textarea')
  const choices = fields.and(page.locator('[type=radio], [type=checkbox]'))
  const texts = fields.and(page.locator('input:is([type=text], [type=tel]), textarea'))
  const names: string[] = []
  for (const path of Object.values(PAGES)) {
    const atBar = path.replace(':barId', toBarOf('coded').id).replace(/:\w+/, '7')
    const served = await (await page.request.get(atBar)).text()
    if (!/<(?:form|input|select|textarea)\b/.test(served)) continue
    const release = await holdScripts(page)
    await page.goto(atBar, { waitUntil: 'commit' })
    await expect(page.locator('form')).toBeVisible()
    for (const choice of await choices.all()) await choice.check({ force: true })
    for (const text of await texts.all()) await text.fill('ab')
    const filled = await fields.evaluateAll(readAll)
    release()
    // Into the field that was filled last.
    await page.keyboard.type('cdefghij', { delay: 40 })
    await untilHydrated(page, 'form')
    // A text that React does not know of is lost when React draws its form again.
    for (const text of await texts.all()) {
      await text.press('End')
      await text.press('!')
    }
    const last = filled.findLast(([, state]) => typeof state === 'string')
    const whole = filled.map((field): typeof field => {
      const [name, state] = field
      if (typeof state !== 'string') return field
      return [name, field === last ? 'abcdefghij!' : 'ab!']
    })
    expect(await fields.evaluateAll(readAll)).toEqual(expect.arrayContaining(whole))
    names.push(...filled.map(([name]) => name))
  }
  expect(new Set(names)).toEqual(
    new Set(['bar', 'table', 'name', 'entryCode', 'interest', 'phone']),
  )
})

/** In the page: a choice is its value and whether it is chosen. */
function readAll(fields: Element[]): [name: string, state: string | [string, boolean]][] {
  return (fields as HTMLInputElement[]).map(({ name, type, value, checked }) => [
    name,
    type === 'radio' || type === 'checkbox' ? [value, checked] : value,
  ])
}

test('a profile filled in before the scripts have come is not lost', async ({ bar, person }) => {
  const ana = await person('Ana')
  const { page } = ana
  const release = await holdScripts(page)
  await page.goto(`/bar/${bar.id}/table/7`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: bar.name })).toBeVisible()
  await page.getByRole('textbox', { name: 'Nome ou Apelido' }).fill('Ana')
  await page.getByRole('textbox', { name: 'Telefone (Opcional)' }).fill('11987654321')
  await page.getByText('Mulheres').click()
  await page.getByRole('button', { name: 'Começar a Conversar' }).click()
  release()
  await expect(ana.row('Ana')).toContainText('Mesa 7')
  const { userProfile = '{}' } = await ana.storage()
  expect(JSON.parse(userProfile)).toMatchObject({ phone: '+5511987654321', interest: 'women' })
})

test('a profile filled in before the scripts have come is not lost where the form comes after the toasts', async ({
  bar,
  device,
}) => {
  const { page } = await device()
  const release = await holdRequests(page, '**/assets/profile-part-*.js')
  await page.goto(`/bar/${bar.id}/table/7`, { waitUntil: 'commit' })
  const name = page.getByRole('textbox', { name: 'Nome ou Apelido' })
  await name.fill('Ana')
  await page.getByRole('region', { name: 'Avisos' }).waitFor({ state: 'attached' })
  release()
  await untilHydrated(page, 'form')
  await expect(name).toHaveValue('Ana')
})

test('a "next" key before hydration sends nothing; a started form or a profile hides the prerendered form', async ({
  bar,
  person,
}) => {
  const ana = await person('Ana', { context: { hasTouch: true, isMobile: true } })
  const { page } = ana
  const form = address(PAGES.table, { barId: bar.id, tableId: '7' })
  const name = page.getByRole('textbox', { name: 'Nome ou Apelido' })
  const release = await holdScripts(page)
  await page.goto(form, { waitUntil: 'commit' })
  await name.fill('Ana')
  await page.keyboard.press('Enter')
  release()
  await untilHydrated(page, 'form')
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('button', { name: 'Começar a Conversar' })).toBeEnabled()

  const openUndrawn = async (path: string) => {
    const release = await holdScripts(page)
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    expect(await page.locator('#root').innerHTML()).toBe('')
    release()
    await expect(page.getByRole('heading', { name: bar.name })).toBeVisible()
  }
  await openUndrawn(form)
  await expect(name).toHaveValue('Ana')
  await ana.submitProfile()
  for (const path of [form, address(PAGES.bar, { barId: bar.id })]) await openUndrawn(path)
  await expect(page.getByRole('button', { name: 'Continuar como Ana' })).toBeVisible()
})

test('a press after hydration is not replayed', async ({ device }) => {
  const { page } = await device()
  await page.goto('/')
  await untilHydrated(page, '#root a')
  const isRemembered = () =>
    page.evaluate(() => {
      const button = document.body.appendChild(document.createElement('button'))
      button.click()
      return window.takeEarlyPress?.(button) ?? false
    })
  // React marks an element before the page is whole.
  await expect.poll(isRemembered).toBe(false)
})

const unstarted = (page: Page) => page.getByRole('alert').filter({ hasText: 'não terminou' })

test('a drawn page one of whose scripts is lost on the way says so, and opens when it is loaded anew', async ({
  bar,
  device,
}) => {
  const { page } = await device({ expects: [/ERR_FAILED|Failed to fetch|registration blocked/] })
  await page.route('**/assets/shared-*.js', (route) => route.abort())
  await page.goto(`/bar/${bar.id}`)
  await expect(unstarted(page)).toBeVisible()
  await page.unroute('**/assets/shared-*.js')
  await unstarted(page).getByRole('button', { name: 'Recarregar' }).click()
  await untilHydrated(page, 'form')
  await expect(unstarted(page)).toHaveCount(0)
})

test('a page that is left before its scripts have come does not call them lost', async ({
  device,
}) => {
  const { page } = await device({ expects: [/ERR_FAILED/] })
  // Playwright cannot read a page that is being left.
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.body?.innerText.includes('não terminou')) sessionStorage.setItem('told', 'yes')
    }).observe(document, { childList: true, subtree: true })
  })
  // WebKit ends them when the next page is asked for, Chromium when it comes.
  const endScripts = await holdRequests(page, '**/assets/{shared,index}-*.js', (route) =>
    route.abort(),
  )
  const release = await holdRequests(page, '**/bar-access')
  const asked = page.waitForRequest('**/assets/index-*.js')
  await page.goto('/', { waitUntil: 'commit' })
  const link = page.getByRole('link', { name: 'Acessar um Bar' })
  await asked
  await Promise.all([page.waitForRequest('**/bar-access'), link.click({ noWaitAfter: true })])
  const ended = page.waitForEvent('requestfailed')
  endScripts()
  await ended
  await new Promise((next) => setTimeout(next, 200))
  await page.unroute('**/assets/{shared,index}-*.js')
  release()
  await untilHydrated(page, 'form')
  expect(await page.evaluate(() => sessionStorage.getItem('told'))).toBeNull()
})

test('an undrawn page one of whose scripts hangs says so, until it comes', async ({
  bar,
  device,
}) => {
  const { page } = await device()
  const release = await holdRequests(page, '**/assets/index-*.js')
  await page.clock.install()
  await page.goto(`/bar/${bar.id}/chat/nobody`, { waitUntil: 'commit' })
  await page.locator('#root').waitFor({ state: 'attached' })
  // The first try may run before the page has set its timer.
  await expect(async () => {
    await page.clock.runFor(TIMINGS.startedWithinMs + 1_000)
    await expect(unstarted(page)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  release()
  await expect(unstarted(page)).toHaveCount(0)
})

test('O1 a browser that lacks what the pages need says so, before and after the app starts', async ({
  device,
  bar,
}) => {
  const { page } = await device()
  await page.addInitScript(() => {
    delete (HTMLElement.prototype as Partial<HTMLElement>).popover
  })
  for (const address of [`/bar/${bar.id}/table/7`, '/admin-login']) {
    await page.goto(address)
    await expect(page.getByRole('alert').filter({ hasText: 'antigo demais' })).toBeVisible()
    await page.waitForLoadState('load')
    await expect(page.getByRole('alert').filter({ hasText: 'antigo demais' })).toBeVisible()
  }
})
