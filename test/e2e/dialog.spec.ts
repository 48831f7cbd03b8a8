import type { Locator, Page } from '@playwright/test'
import { address } from '#contract/address.ts'
import { API } from '#contract/paths.ts'
import { people, YOU } from '#test/fakes/people.ts'
import { inList, press } from '#test/screens/scene.ts'
import { expect, test } from './e2e.ts'
import { holdRequests } from './hold-requests.ts'
import { watchPrefetch } from './prefetch.ts'

const BACKDROP = { x: 8, y: 8 }
const TYPED = 'Aninha'

const ownProfile = inList({ people: people(3) }, press('Seu perfil'))

/** Types into the first field of the dialog. */
async function typeInto(page: Page): Promise<{ dialog: Locator; field: Locator }> {
  const dialog = page.getByRole('dialog', { name: 'Seu perfil' })
  const field = dialog.getByRole('textbox', { name: 'Nome ou Apelido' })
  await field.fill(TYPED)
  return { dialog, field }
}

async function toMiddle(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox()
  if (!box) throw new Error(`${locator} is not drawn`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function drag(page: Page, from: { x: number; y: number }, to: typeof from): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 3 })
  await page.mouse.up()
}

test('a drag that begins or ends in a dialog keeps it open with what was typed', async ({
  fake,
  page,
}) => {
  await ownProfile(fake)
  const { dialog, field } = await typeInto(page)
  const inside = await toMiddle(field)
  await drag(page, inside, BACKDROP)
  await expect(field).toHaveValue(TYPED)
  await drag(page, BACKDROP, inside)
  await expect(field).toHaveValue(TYPED)
  await drag(page, BACKDROP, { x: BACKDROP.x + 2, y: BACKDROP.y })
  await expect(dialog).toHaveCount(0)
})

test('a press on the edge of a dialog keeps it open', async ({ fake, page }) => {
  await ownProfile(fake)
  const { dialog, field } = await typeInto(page)
  const box = await dialog.boundingBox()
  await dialog.evaluate((element) => {
    element.style.borderWidth = '9px'
  })
  await page.mouse.click((box?.x ?? 0) + 4, (box?.y ?? 0) + (box?.height ?? 0) / 2)
  await expect(field).toHaveValue(TYPED)
})

test('a press on something that goes while it is pressed keeps the dialog open', async ({
  fake,
  page,
}) => {
  await ownProfile(fake)
  const { dialog, field } = await typeInto(page)
  // While the dialog arrives, a fixed place is one within it.
  await dialog.evaluate(async (element) => {
    for (const { finished } of element.getAnimations()) await finished
    const goes = document.createElement('button')
    goes.style.cssText = 'position:fixed;inset:0 auto auto 0;width:4rem;height:4rem'
    goes.addEventListener('pointerdown', () => goes.remove())
    element.append(goes)
  })
  await page.mouse.click(BACKDROP.x, BACKDROP.y)
  await expect(field).toHaveValue(TYPED)
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true })

  test('a tap on the backdrop closes a dialog; a swipe from it or onto it does not', async ({
    fake,
    page,
  }) => {
    await ownProfile(fake)
    const { dialog, field } = await typeInto(page)
    const inside = await toMiddle(field)
    const cdp = await page.context().newCDPSession(page)
    for (const [from, to] of [
      [inside, BACKDROP],
      [BACKDROP, inside],
    ] as const) {
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [to] })
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await expect(field).toHaveValue(TYPED)
    }
    await page.touchscreen.tap(BACKDROP.x, BACKDROP.y)
    await expect(dialog).toHaveCount(0)
  })
})

test('a pen that is lifted over the backdrop keeps the dialog open; a tap of it there closes it', async ({
  fake,
  page,
}) => {
  await ownProfile(fake)
  const { dialog, field } = await typeInto(page)
  const cdp = await page.context().newCDPSession(page)
  const inside = await toMiddle(field)
  const lift = async (from: typeof inside) => {
    const pen = { pointerType: 'pen', button: 'left', clickCount: 1 } as const
    await cdp.send('Input.dispatchMouseEvent', { ...pen, ...from, type: 'mousePressed' })
    await cdp.send('Input.dispatchMouseEvent', { ...pen, ...BACKDROP, type: 'mouseReleased' })
  }
  await lift(inside)
  await expect(field).toHaveValue(TYPED)
  await lift(BACKDROP)
  await expect(dialog).toHaveCount(0)
})

test('a file picker that is cancelled keeps the dialog open', async ({ fake, page }) => {
  await ownProfile(fake)
  const { dialog, field } = await typeInto(page)
  await dialog
    .locator('input[type=file]')
    .evaluate((input) => input.dispatchEvent(new Event('cancel', { bubbles: true })))
  await expect(field).toHaveValue(TYPED)
})

test('R35 a toast above a dialog is said in it, is put away without it, and outlives it', async ({
  fake,
  page,
}) => {
  await ownProfile(fake)
  const { dialog, field } = await typeInto(page)
  await fake.refuse(address(API.visit, { barId: fake.bar.id }), 'internal')
  const fail = () => dialog.getByRole('button', { name: 'Baixar meus dados' }).click()
  const toasts = page.locator('section[aria-label=Avisos]')
  const sentence = 'Não foi possível baixar seus dados. Tente de novo.'
  await fail()
  const said = dialog.locator(toasts).getByRole('alert')
  await expect(said).toContainText(sentence)
  await expect(toasts.getByText(sentence)).toHaveCount(1)
  await said.getByRole('button', { name: 'Dispensar aviso' }).click()
  await expect(said).toHaveText('')
  await expect(field).toHaveValue(TYPED)

  await fail()
  await said.getByRole('button', { name: 'Dispensar aviso' }).focus()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(toasts.getByRole('alert')).toContainText(sentence)
  await expect(toasts.getByRole('alert')).toHaveText('')
})

test('a dialog that was closed and opened at once stays open', async ({ fake, page }) => {
  await ownProfile(fake)
  const { dialog, field } = await typeInto(page)
  await dialog.evaluate(async (element: HTMLDialogElement) => {
    const closed = new Promise((resolve) => element.addEventListener('close', resolve))
    element.close()
    element.showModal()
    await closed
  })
  await expect(field).toHaveValue(TYPED)
})

test('Escape closes the dialog above another one alone', async ({ fake, page }) => {
  const [ana] = people(3)
  await inList({ people: people(3) })(fake)
  await page.getByRole('button', { name: ana?.name ?? '', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: ana?.name ?? '', exact: true })
  await sheet.getByRole('button', { name: 'Mais opções' }).click()
  await page.getByRole('button', { name: /Bloquear/ }).click()
  await expect(page.getByRole('dialog')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
})

test('a late answer closes no dialog that was opened after its own', async ({ fake, page }) => {
  const prefetched = watchPrefetch(page)
  await ownProfile(fake)
  await prefetched()
  const dialogs = page.getByRole('dialog')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const inDialog = (name: string) => dialogs.getByRole('button', { name, exact: true })
  const row = (text: string) => page.locator('[data-person]').filter({ hasText: text })

  await test.step('a profile that is saved', async () => {
    const { field } = await typeInto(page)
    const answer = await holdRequests(page, '**/visit', (route) =>
      route.fulfill({ json: { person: { ...YOU, name: TYPED } } }),
    )
    await inDialog('Salvar').click()
    await inDialog('Fechar').click()
    await button('Seu perfil').click()
    await field.fill('Nina')
    answer()
    await expect(row(TYPED)).toHaveCount(1)
    await expect(field).toHaveValue('Nina')
    await inDialog('Fechar').click()
  })

  await test.step('a block, from the one menu of all rows', async () => {
    const answer = await holdRequests(page, '**/visit/blocks/*', (route) =>
      route.fulfill({ status: 204 }),
    )
    await button('Opções para Ana Beatriz').click()
    await button('Bloquear').click()
    await inDialog('Bloquear').click()
    await page.keyboard.press('Escape')
    await button('Opções para Bruno').click()
    await button('Bloquear').click()
    answer()
    await expect(row('Ana Beatriz')).toHaveCount(0)
    await expect(page.getByRole('dialog', { name: 'Bloquear Bruno?' })).toBeVisible()
    await inDialog('Fechar').click()
  })

  await test.step('a call for help that is taken back', async () => {
    await page.route('**/visit/help', (route) => {
      const { id, kind } = route.request().postDataJSON()
      const help = { id, kind, state: 'coming', isSeen: true, ageMs: 0 }
      return route.fulfill({ json: { help } })
    })
    const open = async () => {
      await page.getByRole('button', { name: /^Menu/ }).click()
      await button('Preciso de ajuda').click()
    }
    await open()
    await inDialog('Passei mal').click()
    await expect(dialogs).toContainText('A caminho')
    const answer = await holdRequests(page, '**/visit/help', (route) =>
      route.fulfill({ json: { help: null } }),
    )
    await inDialog('Já estou bem').click()
    await inDialog('Fechar').click()
    await open()
    answer()
    await expect(dialogs).toContainText('O que está acontecendo?')
  })
})
