import type { Page } from '@playwright/test'
import { PAGES } from '#contract/pages.ts'
import { bars, rooms } from '#test/fakes/admin-data.ts'
import type { FakeServer } from '#test/fakes/fake-server.ts'
import { EPOCH } from '#test/fakes/fake-server.ts'
import { aPerson, conversation, people, TALK, YOU } from '#test/fakes/people.ts'
import { inList } from '#test/screens/scene.ts'
import { expect, test } from './e2e.ts'
import { holdToasts } from './toast-log.ts'

const [ANA, ...OTHERS] = people(26)
if (!ANA) throw new Error('nobody')

/** The toast of two who enter. It stays. */
async function showToast(page: Page, fake: FakeServer, number: number): Promise<void> {
  await holdToasts(page)
  const entered = [40, 41].map((index) => aPerson(index))
  fake.send({
    type: 'events',
    epoch: EPOCH,
    number,
    total: 29,
    online: 23,
    events: entered.map((person) => ({ kind: 'entered', person }) as const),
  })
  await expect(page.getByText('entraram no bar')).toBeVisible()
}

const TITLES_AND_CONTROLS = 'h1, h2, header button, header a, header input, form button, textarea'

/** Lists the elements whose centre is under a toast. A title is wider than its words, so its start counts. */
const findCovered = (page: Page) =>
  page.evaluate(
    (wanted) =>
      [...document.querySelectorAll<HTMLElement>(wanted)]
        .filter((element) => {
          const { left, top, width, height } = element.getBoundingClientRect()
          const x = left + (element.matches('h1') ? 20 : width / 2)
          return document.elementFromPoint(x, top + height / 2)?.closest('[aria-label=Avisos]')
        })
        .map(({ textContent, ariaLabel }) => ariaLabel ?? textContent),
    TITLES_AND_CONTROLS,
  )

/** Lists the names of the buttons and links of the page, of which the toast covers a part. */
const findPressableUnder = (page: Page) =>
  page.evaluate(() => {
    const [card] = document.querySelectorAll('section[aria-label=Avisos] > [role] > div')
    const toast = card?.getBoundingClientRect() ?? new DOMRect()
    return [...document.querySelectorAll('main :is(a, button), main [data-person]')]
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        const isBeside = right <= toast.left || left >= toast.right
        return !isBeside && top < toast.bottom && bottom > toast.top
      })
      .map(({ textContent }) => textContent)
  })

/** The toast's place: how far it is from the foot and how high. */
async function placeOf(page: Page) {
  const toast = page.locator('section[aria-label=Avisos] > [role] > div')
  // It slides into its place.
  await toast.evaluate((card) => Promise.all(card.getAnimations().map(({ finished }) => finished)))
  const box = await toast.boundingBox()
  const { height = 0 } = page.viewportSize() ?? {}
  if (!box) throw new Error('no toast')
  return { fromFoot: height - box.y - box.height, top: box.y, height: box.height }
}

const SIZES = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
  { width: 1280, height: 800 },
]

test('a toast lies 12 px above the foot of a long list or board, and over the messages of a chat', async ({
  fake,
  page,
}) => {
  await fake.enterRoom({
    people: [ANA, ...OTHERS],
    unread: { [ANA.id]: 0 },
    history: conversation(ANA, TALK),
  })
  const evening = { bars: bars(3), board: { rooms: rooms([60, 3, 0]) } }
  await fake.signIn(evening)
  for (const size of SIZES) {
    await test.step(`at ${size.width} by ${size.height}`, async () => {
      await page.setViewportSize(size)
      await fake.open(`/bar/${fake.bar.id}/table/${YOU.id}`)
      await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
      // Comes with the toasts of arrivals.
      await expect(page.locator('#row-menu')).toBeAttached()
      await showToast(page, fake, 4)
      expect(await placeOf(page)).toMatchObject({ fromFoot: 12, height: 48 })
      expect(await findCovered(page)).toEqual([])

      await page.getByRole('button', { name: 'Conversar com Ana Beatriz', exact: true }).click()
      await expect(page.getByText('Guardada')).toBeVisible()
      // The toast that is there moves with the page.
      const header = await page.locator('header').first().boundingBox()
      await expect
        .poll(async () => (await placeOf(page)).top - (header?.height ?? 0))
        .toBeCloseTo(44, 0)
      expect(await findCovered(page)).toEqual([])

      await fake.open(PAGES.monitor)
      await expect(page.getByRole('button', { name: /^Remover/ }).first()).toBeVisible()
      await holdToasts(page)
      const barId = evening.bars[0]?.id ?? ''
      fake.sendEntered(barId, 'Maria Aparecida de Souza e Albuquerque', 'Teodora')
      await expect(page.getByText('e Teodora entraram no bar.')).toBeVisible()
      expect(await placeOf(page)).toMatchObject({ fromFoot: 12, height: 48 })
      expect(await findCovered(page)).toEqual([])
    })
  }
})

for (const size of [...SIZES, { width: 820, height: 1180 }]) {
  test(`in a list of few people a toast lies over no button at ${size.width} px`, async ({
    fake,
    page,
  }) => {
    await page.setViewportSize(size)
    for (const others of [0, 1, 2, 3]) {
      await inList({ people: people(others) })(fake)
      await expect(page.locator('#row-menu')).toBeAttached()
      await holdToasts(page)
      fake.send({
        type: 'events',
        epoch: EPOCH,
        number: 2,
        total: others + 1,
        online: others + 1,
        events: [{ kind: 'left', personId: aPerson(40).id, name: 'Gabi' }],
      })
      await expect(page.getByText('Gabi saiu do bar')).toBeVisible()
      await placeOf(page)
      expect(await findPressableUnder(page), `with ${others} others`).toEqual([])
    }
  })
}

test('a message that takes the place of one with the focus in it goes by itself', async ({
  fake,
  page,
}) => {
  const [reader] = OTHERS
  const [first, second] = conversation(ANA, [
    ['them', 1, 'Oi'],
    ['them', 0, 'Tudo bem?'],
  ])
  if (!reader || !first || !second) throw new Error('nobody')
  await fake.enterRoom({ people: [ANA, ...OTHERS] })
  await fake.open(`/bar/${fake.bar.id}/chat/${reader.id}`)
  // Comes with the toasts of messages.
  await expect(page.getByRole('button', { name: 'Mais opções' })).toBeVisible()
  const toasts = page.locator('section[aria-label=Avisos]')
  fake.send({ type: 'message', message: first, unread: 1 })
  await expect(toasts).toContainText('Oi')
  await toasts.getByRole('button', { name: 'Dispensar aviso' }).focus()
  fake.send({ type: 'message', message: second, unread: 2 })
  await expect(toasts).toContainText('Tudo bem?')
  await expect(toasts).toHaveText('')
})

test('the pill comes in the toast’s place once it is gone', async ({ fake, page }) => {
  await fake.enterRoom({ people: [ANA, ...OTHERS] })
  await fake.open(`/bar/${fake.bar.id}/table/${YOU.id}`)
  await expect(page.locator('#row-menu')).toBeAttached()
  await showToast(page, fake, 4)
  const { fromFoot } = await placeOf(page)
  const pill = page.getByRole('button', { name: '2 pessoas chegaram' })
  await expect(pill).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(pill).toBeVisible()
  const box = await pill.boundingBox()
  const height = page.viewportSize()?.height ?? 0
  expect(height - (box?.y ?? 0) - (box?.height ?? 0)).toBe(fromFoot)
  // Buttons under it at the end of the list could not be pressed.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const last = await page.getByRole('button', { name: 'Español' }).boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0)
})

test('with text at 200 % a toast lies at the foot, and no word of a button is broken', async ({
  fake,
  page,
}) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  await page.setViewportSize({ width: 390, height: 844 })
  await fake.open(PAGES.barAccess)
  const scan = page.getByRole('button', { name: 'Escanear QR Code' })
  const lines = await scan.getByText('Escanear QR Code').evaluate(({ firstChild }) => {
    const text = firstChild?.textContent ?? ''
    return text.split(' ').map((word) => {
      const range = document.createRange()
      range.setStart(firstChild as Node, text.indexOf(word))
      range.setEnd(firstChild as Node, text.indexOf(word) + word.length)
      return range.getClientRects().length
    })
  })
  expect(lines).toEqual([1, 1, 1])
  await page.getByRole('button', { name: 'Acessar Bar' }).click()
  await expect(page.getByText('Por favor, insira o ID do bar')).toBeVisible()
  expect((await placeOf(page)).fromFoot).toBeLessThan(32)
})
