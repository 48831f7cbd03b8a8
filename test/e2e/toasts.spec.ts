import type { Page } from '@playwright/test'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { PAGES } from '#contract/pages.ts'
import { bars, rooms } from '#test/fakes/admin-data.ts'
import type { FakeServer } from '#test/fakes/fake-server.ts'
import { EPOCH } from '#test/fakes/fake-server.ts'
import { aPerson, conversation, people, TALK, YOU } from '#test/fakes/people.ts'
import { expect, test } from './e2e.ts'
import { holdToasts } from './toast-log.ts'

const [ANA, ...OTHERS] = people(9)
if (!ANA) throw new Error('nobody')

/** Three toasts: two who enter, one who leaves. */
async function showToasts(page: Page, fake: FakeServer, number: number): Promise<void> {
  await holdToasts(page)
  const entered = [40, 41].map((index) => aPerson(index))
  fake.send({
    type: 'events',
    epoch: EPOCH,
    number,
    total: 11,
    online: 9,
    events: [
      ...entered.map((person) => ({ kind: 'entered', person }) as const),
      { kind: 'left', personId: aPerson(8).id, name: aPerson(8).name },
    ],
  })
  await expect(page.getByText('Ísis saiu do bar')).toBeVisible()
}

const PRESSED = 'main button, main input, textarea, header button, header a, header input'

/** Lists the elements whose centre is under a toast. A title is wider than its words, so its start counts. */
const findCovered = (page: Page, selector = PRESSED) =>
  page.evaluate(
    (wanted) =>
      [...document.querySelectorAll<HTMLElement>(wanted)]
        .filter((element) => {
          const { left, top, width, height } = element.getBoundingClientRect()
          const x = left + (element.matches('h1') ? 20 : width / 2)
          return document.elementFromPoint(x, top + height / 2)?.closest('[aria-label=Avisos]')
        })
        .map(({ textContent, ariaLabel }) => ariaLabel ?? textContent),
    selector,
  )

const SIZES = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
  { width: 1280, height: 800 },
]

test('three toasts cover no control in the list, a conversation or the board, and no conversation’s title', async ({
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
      await showToasts(page, fake, 4)
      expect(await findCovered(page)).toEqual([])

      await page.getByRole('button', { name: 'Conversar com Ana Beatriz' }).click()
      await expect(page.getByText('Guardada')).toBeVisible()
      await showToasts(page, fake, 5)
      expect(await findCovered(page)).toEqual([])
      // Toasts that are there already move with the page.
      const isTitleCovered = async () =>
        (await findCovered(page, 'h1')).some((title) => title?.startsWith('Conversa com'))
      await expect.poll(isTitleCovered).toBe(false)

      await fake.open(PAGES.monitor)
      await expect(page.getByRole('button', { name: /^Remover/ }).first()).toBeVisible()
      await holdToasts(page)
      const barId = evening.bars[0]?.id ?? ''
      const names = ['Maria Aparecida de Souza e Albuquerque', 'Teodora']
      fake.sendEntered(barId, ...names)
      await expect(page.getByText('Teodora entrou no bar.')).toBeVisible()
      expect(await findCovered(page)).toEqual([])
      await fake.refuse(`${ADMIN_API.monitor}*`, 'internal')
      await page.getByRole('button', { name: 'Recarregar usuários' }).click()
      await expect(page.getByText('Erro ao carregar dados')).toBeVisible()
      expect(await findCovered(page)).toEqual([])
    })
  }
})
