import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { address } from '#contract/address.ts'
import { PAGES } from '#contract/pages.ts'
import { inRoot } from '#scripts/paths.ts'
import { bytesOf } from '#test/fakes/pictures.ts'
import { refuse } from './answers.ts'
import { expect, test } from './e2e.ts'
import { holdRequests } from './hold-requests.ts'
import { untilHydrated } from './hydration.ts'
import { watchFor } from './watch-for.ts'

test('T50 the form links the terms, keeps its input, formats the phone and rejects a cut-off photo', async ({
  bar,
  person,
}) => {
  const ana = await person('Ana')
  const { page } = ana
  await page.goto(`/bar/${bar.id}/table/7`)
  await untilHydrated(page, 'form')
  const sentence =
    'Ao continuar, você declara ter 18 anos ou mais e aceita os termos e a política de privacidade.'
  await expect(page.getByText(sentence)).toBeVisible()

  const phone = page.getByRole('textbox', { name: 'Telefone' })
  await phone.pressSequentially('119876')
  await expect(phone).toHaveValue('(11) 9876')
  for (const _ of '9876') await phone.press('Backspace')
  for (const _ of ' )11(') await phone.press('Backspace')
  await expect(phone).toHaveValue('')
  await phone.fill('+55 011 98765.4321')
  await phone.blur()

  const jpeg = bytesOf('jpeg')
  await ana.giveFile(jpeg.slice(0, jpeg.length / 2))
  const cutOff = page.getByRole('alert').filter({ hasText: 'Esta foto está incompleta' })
  await expect(cutOff).toBeVisible()
  const photo = page.getByRole('img', { name: 'Sua foto' })
  await ana.choosePhoto(jpeg)
  await page.getByRole('button', { name: 'Remover Foto' }).click()
  await expect(photo).toHaveCount(0)
  await ana.choosePhoto(jpeg)

  await page.getByRole('textbox', { name: 'Nome ou Apelido' }).fill('Ana')
  const shows = page.getByRole('switch', { name: 'Mostrar meu interesse para as pessoas do bar' })
  await expect(shows).toHaveCount(0)
  await page.getByText('Homens', { exact: true }).click()
  await expect(shows).not.toBeChecked()
  await shows.check({ force: true })
  const isKept = async () => {
    await expect(page.getByRole('textbox', { name: 'Nome ou Apelido' })).toHaveValue('Ana')
    await expect(phone).toHaveValue('(11) 98765-4321')
    await expect(page.getByRole('radio', { name: 'Homens' })).toBeChecked()
    await expect(shows).toBeChecked()
    await expect(photo).toBeVisible()
  }
  for (const [link, title] of [
    ['termos', 'Termos de uso'],
    ['política de privacidade', 'Política de privacidade'],
  ] as const) {
    await page.getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await page.getByRole('button', { name: 'Voltar' }).first().click()
    await isKept()
  }
  await page.reload()
  await isKept()
})

test('lists load at most 6 kB of a portrait', async ({ bar, person }) => {
  const ana = await person('Ana')
  await ana.page.goto(`/bar/${bar.id}/table/7`)
  await untilHydrated(ana.page, 'form')
  await ana.choosePhoto(readFileSync(inRoot('test/fixtures/portrait.webp')))
  await ana.submitProfile()
  const face = ana.row('Ana').locator('img')
  await expect(face).toHaveJSProperty('naturalWidth', 256)
  const src = await face.evaluate((image: HTMLImageElement) => image.src)
  const bytes = await ana.page.request.get(src).then((answer) => answer.body())
  expect(bytes.length).toBeLessThanOrEqual(6_000)
})

for (const [width, height] of [
  [360, 640],
  [390, 664],
] as const) {
  test(`the whole form is seen at ${width}×${height}`, async ({ bar, person }) => {
    const { page } = await person('Ana', { context: { hasTouch: true, isMobile: true } })
    await page.setViewportSize({ width, height })
    await page.goto(`/bar/${bar.id}/table/7`)
    await untilHydrated(page, 'form')
    const submit = page.getByRole('button', { name: 'Começar a Conversar' })
    const heading = page.getByRole('heading', { level: 1 })
    for (const name of [bar.name, 'Boteco do Brinde', 'Cachaçaria Mineira']) {
      await heading.evaluate((element, name) => element.replaceChildren(name), name)
      await expect(submit).toBeInViewport({ ratio: 1 })
      await expect(heading).toBeInViewport({ ratio: 1 })
    }
    await page.getByText('Homens', { exact: true }).click()
    await expect(page.getByText('Mostrar meu interesse')).toBeInViewport({ ratio: 1 })
    await expect(submit).toBeInViewport({ ratio: 1 })
  })
}

test('a phone that is none says so once another field is used, not while one types or presses the button', async ({
  bar,
  person,
}) => {
  const { page } = await person('Ana')
  await page.goto(`/bar/${bar.id}/table/7`)
  await untilHydrated(page, 'form')
  const name = page.getByRole('textbox', { name: 'Nome ou Apelido' })
  const phone = page.getByRole('textbox', { name: 'Telefone' })
  await phone.pressSequentially('12345')
  await expect(phone).not.toHaveAttribute('aria-invalid')
  // A button would move away from the finger.
  await page.getByRole('button', { name: 'Adicionar Foto' }).focus()
  await expect(phone).not.toHaveAttribute('aria-invalid')
  await phone.focus()
  await name.focus()
  await expect(phone).toHaveAttribute('aria-invalid', 'true')
  await expect(phone).toHaveAccessibleDescription(/Use DDD e número/)
  await expect(name).toBeFocused()
  await expect(name).not.toHaveAttribute('aria-invalid')
  await phone.pressSequentially('6')
  await expect(phone).not.toHaveAttribute('aria-invalid')
  await phone.fill('')
  await name.focus()
  await expect(phone).not.toHaveAttribute('aria-invalid')
})

test('on a phone "next" goes on to the next field, and sends nothing', async ({ bar, person }) => {
  const ana = await person('Ana', { context: { hasTouch: true, isMobile: true } })
  await ana.page.goto(`/bar/${bar.id}/table/7`)
  const name = ana.page.getByRole('textbox', { name: 'Nome ou Apelido' })
  await untilHydrated(ana.page, 'form')
  await name.fill('Ana')
  await name.press('Enter')
  await expect(ana.page.getByRole('textbox', { name: 'Telefone (Opcional)' })).toBeFocused()
  const submit = ana.page.getByRole('button', { name: 'Começar a Conversar' })
  await expect(submit).toBeEnabled()

  await ana.submitProfile()
  const dialog = await ana.openOwnProfile()
  await dialog.getByRole('textbox', { name: 'Nome ou Apelido' }).press('Enter')
  const table = dialog.getByRole('textbox', { name: 'Número da mesa' })
  await expect(table).toBeFocused()
  await table.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Telefone' })).toBeFocused()
})

test('R35 2.5.7 the square of a photo is chosen by keyboard, by dragging, and by taps alone', async ({
  bar,
  person,
}) => {
  const ana = await person('Ana')
  await ana.page.goto(`/bar/${bar.id}/table/7`)
  await ana.giveFile(bytesOf('jpeg'))
  const dialog = ana.page.getByRole('dialog', { name: 'Ajuste sua foto' })
  const area = dialog.getByRole('application', { name: 'Posição da foto' })
  const zoom = dialog.getByRole('slider', { name: 'Zoom' })
  const drawn = () =>
    area.locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL())
  let before = await drawn()
  const changes = async () => {
    await expect.poll(drawn).not.toBe(before)
    before = await drawn()
  }
  await area.press('+')
  await changes()
  await expect(zoom).toHaveAttribute('aria-valuetext', '115%')
  for (const _ of '1234') await area.press('ArrowLeft')
  await changes()
  await zoom.press('ArrowRight')
  await changes()
  const box = (await area.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await ana.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await ana.page.mouse.down()
  await ana.page.mouse.move(box.x + box.width / 4, box.y + box.height / 2, { steps: 4 })
  await ana.page.mouse.up()
  await changes()
  await zoom.fill('2')
  await changes()
  await ana.page.mouse.click(box.x + box.width * 0.2, box.y + box.height / 2)
  await changes()
  await zoom.press('Enter') // in a form it would send the form
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(ana.page.getByRole('img', { name: 'Sua foto' })).toHaveCount(0)
})

test('a photo that is cancelled while it is being made is not taken', async ({ bar, person }) => {
  const ana = await person('Ana')
  const { page } = ana
  await page.goto(`/bar/${bar.id}/table/7`)
  const dialog = page.getByRole('dialog', { name: 'Ajuste sua foto' })
  const cancel = dialog.getByRole('button', { name: 'Cancelar' })
  await ana.giveFile(bytesOf('jpeg'))
  await page.evaluate(() => {
    const { toBlob } = HTMLCanvasElement.prototype
    HTMLCanvasElement.prototype.toBlob = function (...args) {
      addEventListener('encode', () => toBlob.apply(this, args), { once: true })
    }
  })
  await dialog.getByRole('button', { name: 'Usar foto' }).click()
  await cancel.click()
  await expect(dialog).toHaveCount(0)
  await page.evaluate(() => dispatchEvent(new Event('encode')))
  // Another picture is read and drawn after the first one is encoded.
  await ana.giveFile(bytesOf('jpeg'))
  await cancel.click()
  await expect(page.getByRole('img', { name: 'Sua foto' })).toHaveCount(0)
})

/** Holds the decoding of the next picture until the returned function is called. */
async function holdDecoding(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const { createImageBitmap: open } = window
    window.createImageBitmap = (async (file: Blob, options: ImageBitmapOptions) => {
      window.createImageBitmap = open
      await new Promise((resolve) => addEventListener('decode', resolve, { once: true }))
      return open(file, options)
    }) as typeof open
  })
  return () => page.evaluate(() => void dispatchEvent(new Event('decode')))
}

test('a photo that is still being opened is lost neither by the new profile’s form nor by “Seu perfil”', async ({
  bar,
  person,
}) => {
  const ana = await person('Ana')
  const { page } = ana
  const isPrefetched = page.waitForRequest((asked) => asked.url().includes('/assets/crop-dialog-'))
  await page.goto(`/bar/${bar.id}/table/7`)
  await untilHydrated(page, 'form')
  await isPrefetched
  await page.getByRole('textbox', { name: 'Nome ou Apelido' }).fill('Ana')

  /** Presses `submit` while the photo is being opened, then once more when it is there. */
  const sendWithPhoto = async (submit: string, picking: string) => {
    const decode = await holdDecoding(page)
    await ana.giveFile(bytesOf('jpeg'))
    const isBusy = page.getByRole('button', { name: picking })
    await expect(isBusy).toHaveAttribute('aria-busy', 'true')
    const send = page.getByRole('button', { name: submit })
    await send.press('Enter')
    await decode()
    await page
      .getByRole('dialog', { name: 'Ajuste sua foto' })
      .getByRole('button', { name: 'Usar foto' })
      .click()
    await send.click()
  }
  await sendWithPhoto('Começar a Conversar', 'Adicionar Foto')
  await ana.untilListed()
  const face = ana.row('Ana').locator('img')
  const before = await face.getAttribute('src')
  await ana.openOwnProfile()
  await sendWithPhoto('Salvar', 'Trocar Foto')
  await ana.untilToast('Perfil atualizado')
  await expect(face).not.toHaveAttribute('src', before ?? '')
})

test('a photo whose dialog does not load in time is cut at its middle, and can be sent', async ({
  bar,
  person,
}) => {
  const ana = await person('Ana')
  const { page } = ana
  const release = await holdRequests(page, '**/assets/crop-dialog-*.js')
  await page.goto(`/bar/${bar.id}/table/7`)
  await untilHydrated(page, 'form')
  await page.evaluate(() => {
    const { timeout } = AbortSignal
    AbortSignal.timeout = () => {
      AbortSignal.timeout = timeout
      return timeout.call(AbortSignal, 0)
    }
  })
  await ana.giveFile(bytesOf('jpeg'))
  await expect(page.getByRole('img', { name: 'Sua foto' })).toBeVisible()
  await ana.submitProfile()
  await expect(ana.row('Ana').locator('img')).toBeVisible()
  release()
})

test('an answer that comes after the form was left keeps the visit, and the page that was gone to', async ({
  bar,
  person,
}) => {
  const ana = await person('Ana')
  await ana.page.goto(`/bar/${bar.id}/table/7`)
  await untilHydrated(ana.page, 'form')
  const release = await holdRequests(ana.page, '**/api/bars/*/people')
  await ana.page.getByRole('textbox', { name: 'Nome ou Apelido' }).fill('Ana')
  await ana.page.getByRole('button', { name: 'Começar a Conversar' }).click()
  await ana.page.getByRole('link', { name: 'Mudar de mesa' }).click()
  await expect(ana.page.getByRole('textbox', { name: 'Número da mesa' })).toBeVisible()
  release()
  await expect(ana.page.getByRole('heading', { name: 'Você está aqui como Ana' })).toBeVisible()
  await expect(ana.page).toHaveURL(address(PAGES.bar, { barId: bar.id }))
})

test('T51 where the bar lets nobody in for a while, the form waits and enters by itself', async ({
  bar,
  person,
}) => {
  const ana = await person('Ana', { expects: [/status of 429/] })
  await ana.page.clock.install()
  const waits = [60, 3]
  let asked = 0
  await ana.page.route('**/api/bars/*/people', (route) => {
    asked += 1
    const retryAfterSeconds = waits.shift()
    if (retryAfterSeconds === undefined) return route.continue()
    return refuse('rate_limited', retryAfterSeconds)(route)
  })
  await ana.page.goto(`/bar/${bar.id}/table/7`)
  const name = ana.page.getByRole('textbox', { name: 'Nome ou Apelido' })
  const submit = ana.page.getByRole('button', { name: 'Começar a Conversar' })
  const turn = (seconds: number) => `Muita gente entrando agora. Você entra em ${seconds} s.`

  await test.step('leaving the page ends the wait', async () => {
    await untilHydrated(ana.page, 'form')
    await name.fill('Ana')
    await submit.click()
    await expect(ana.page.getByRole('status').filter({ hasText: 'Muita gente' })).toBeAttached()
    await ana.page.getByRole('link', { name: 'Mudar de mesa' }).click()
    await expect(ana.page.getByRole('textbox', { name: 'Número da mesa' })).toBeVisible()
    await ana.page.clock.fastForward(61_000)
    expect(asked).toBe(1)
  })

  await test.step('staying enters, with what was typed', async () => {
    await ana.page.goBack()
    await expect(name).toHaveValue('Ana')
    const countsDown = await watchFor(ana.page, { texts: [turn(2)] })
    await submit.click()
    await countsDown()
    await expect(name).toHaveValue('Ana')
    await ana.untilListed()
    expect(asked).toBe(3)
  })
})

/** A JPEG of stripes in all colours, without the two bytes of its end marker. */
const UNENDED_JPEG = () => {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 320, height: 240 })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The page has no canvas.')
  for (let x = 0; x < canvas.width; x += 4) {
    context.fillStyle = `hsl(${x} 80% 50%)`
    context.fillRect(x, 0, 4, canvas.height)
  }
  return atob(canvas.toDataURL('image/jpeg').split(',')[1] ?? '').slice(0, -2)
}

for (const isStrict of [false, true]) {
  const engine = isStrict ? 'an engine that opens it in an element alone' : 'any engine'
  test(`O11 a whole JPEG without its end marker is accepted by ${engine}`, async ({
    bar,
    person,
  }) => {
    const { page } = await person('Ana')
    await page.addInitScript((refuses) => {
      const { createImageBitmap: open } = window
      if (!refuses) return
      window.createImageBitmap = ((source: ImageBitmapSource, ...rest: []) =>
        source instanceof Blob
          ? Promise.reject(new DOMException('', 'InvalidStateError'))
          : open(source, ...rest)) as typeof open
    }, isStrict)
    await page.goto(`/bar/${bar.id}/table/7`)
    await untilHydrated(page, 'form')
    const jpeg = Buffer.from(await page.evaluate(UNENDED_JPEG), 'latin1')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'panorama.jpg', mimeType: 'image/jpeg', buffer: jpeg })
    await expect(page.getByRole('dialog', { name: 'Ajuste sua foto' })).toBeVisible()
  })
}
