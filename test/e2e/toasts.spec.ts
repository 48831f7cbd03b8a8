import type { Page } from '@playwright/test'
import { PAGES } from '#contract/pages.ts'
import { bars, rooms } from '#test/fakes/admin-data.ts'
import type { FakeServer } from '#test/fakes/fake-server.ts'
import { EPOCH } from '#test/fakes/fake-server.ts'
import { aPerson, conversation, people, TALK, YOU } from '#test/fakes/people.ts'
import { expect, test } from './e2e.ts'
import { holdToasts } from './toast-log.ts'

const [ANA, ...OTHERS] = people(9)
if (!ANA) throw new Error('nobody')

/** The toast of two who enter. It stays. */
async function showToast(page: Page, fake: FakeServer, number: number): Promise<void> {
  await holdToasts(page)
  const entered = [40, 41].map((index) => aPerson(index))
  fake.send({
    type: 'events',
    epoch: EPOCH,
    number,
    total: 12,
    online: 10,
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

test('a toast lies 12 px above the foot of the list and the board, and over the messages of a chat', async ({
  fake,
  page,
}) => {
  await fake.enterRoom({
    people: [ANA, ...OTHERS],
    unread: { [ANA.id]: 0 },
    history: conversation(ANA, TALK),
  })
  const evening = { bars: bars(3), board: { rooms: rooms([14, 3, 0]) } }
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

      await page.getByRole('button', { name: 'Conversar com Ana Beatriz' }).click()
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
  // Nobody could press what lies under it at the end of the list.
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
