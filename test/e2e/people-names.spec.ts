import type { Page } from '@playwright/test'
import type { FakeServer } from '#test/fakes/fake-server.ts'
import { EPOCH } from '#test/fakes/fake-server.ts'
import { aPerson, NOW, YOU } from '#test/fakes/people.ts'
import { inList } from '#test/screens/scene.ts'
import { expect, test } from './e2e.ts'
import { someOf } from './run-scope.ts'

/** Sixty ordinary names: short, double, with "da Silva", with accents, and the longest of forty letters. */
const NAMES =
  `Bia,Léo,Jô,Ana Clara,Gabi,Marina Sousa,Guilherme Henrique,Maria Eduarda da Silva,João Vitor,
Antônia,Luís Otávio,Pedro Henrique Alves,Ana Beatriz de Oliveira,Thaís,Matheus,Maria Fernanda,Kauã,Ítalo,
Júlia Cristina dos Santos,Rafael Augusto,Bruna Letícia,Conceição,Vinícius,Wellington,Francisco das Chagas,
Isabelly,Enzo Gabriel,Maria das Graças Pereira,Lorena,Thiago,Rayssa,Débora,Caio César,Fabiana,Luiz Felipe,
Alessandra Nascimento,Érica,Washington Luís,Yasmin,José Roberto da Conceição,Sílvia Regina,Emanuelly Vitória,
Cauã Miguel,Bárbara,Nathália,Sebastião,Ágatha,Igor,Adriana,Maria Aparecida,Davi Lucca,Stephanie,Zé,Tatiane,
Rodrigo Montenegro,Valentina,Heloísa Helena,Marcos Vinícius Ferreira,Priscila,
Maximiliano Bartolomeu Cavalcante Vieira`
    .replaceAll('\n', '')
    .split(',')

const PEOPLE = NAMES.map((name, index) =>
  aPerson(index, {
    name,
    table: ['7', '112', 'Balcão', 'Varanda'][index % 4] ?? '',
    online: index % 5 !== 4,
    away: index % 7 === 3,
    interest: 'women',
  }),
)
/** The conversations have every third name. */
const TALKS = PEOPLE.filter((_, index) => index % 3 === 0)

const SIZES = someOf([
  [320, 640],
  [360, 640],
  [390, 844],
  [820, 1180],
  [1280, 800],
] as const)

/** Draws all parts of the list, also those far from the viewport. */
const drawAll = (page: Page) =>
  page.evaluate(async () => {
    const box = document.scrollingElement
    for (let top = 0; box && top < box.scrollHeight; top += 600) {
      box.scrollTop = top
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
    }
    box?.scrollTo(0, 0)
  })

/** Lists texts and buttons of a row that overlap, or are wider than the row. */
const findCollisions = (page: Page) =>
  page.evaluate(() => {
    const faults: string[] = []
    for (const row of document.querySelectorAll('[role=listitem][data-person]')) {
      const bounds = row.getBoundingClientRect()
      const leaves = [...row.querySelectorAll('span, time, p, button')].filter((part) => {
        const isText = part.children.length === 0 && part.textContent !== ''
        const isShown = !part.closest('.sr-only, [aria-hidden=true]') && part.clientWidth > 1
        return isText && isShown && part.closest('button')?.popover !== 'auto'
      })
      const boxes = leaves.map((part) => {
        const button = part.closest('button')
        const isName = button?.matches('[aria-haspopup], [tabindex="-1"]')
        return { part, box: (button && !isName ? button : part).getBoundingClientRect() }
      })
      for (const [at, { part, box }] of boxes.entries()) {
        if (box.left < bounds.left - 0.5 || box.right > bounds.right + 0.5)
          faults.push(`${part.textContent} leaves its row`)
        for (const other of boxes.slice(at + 1)) {
          const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
          const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
          if (across > 0.5 && down > 0.5 && !part.contains(other.part))
            faults.push(`${part.textContent} on ${other.part.textContent}`)
        }
      }
    }
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways')
    return faults
  })

const heightsIn = (page: Page, list: string) =>
  page
    .getByRole('list', { name: list })
    .locator('[data-person]')
    .evaluateAll((rows) => [
      ...new Set(rows.map((row) => Math.round(row.getBoundingClientRect().height))),
    ])

async function renameOneself(fake: FakeServer, page: Page, name: string, number: number) {
  fake.send({
    type: 'events',
    epoch: EPOCH,
    number,
    total: PEOPLE.length + 1,
    online: 49,
    events: [{ kind: 'changed', person: { ...YOU, name, interest: 'women' } }],
  })
  await expect(page.locator(`[data-person="${YOU.id}"]`)).toContainText(name)
}

for (const [width, height] of SIZES) {
  test(`sixty ordinary names break nothing at ${width} px`, async ({ fake, page }) => {
    await page.setViewportSize({ width, height })
    await inList({
      people: PEOPLE,
      unread: Object.fromEntries(TALKS.map(({ id }, index) => [id, index % 4])),
      lastLines: Object.fromEntries(
        TALKS.map(({ id }, index) => [
          id,
          { text: 'Bora dividir uma porção na varanda?', isOwn: index % 2 === 0, at: NOW - index },
        ]),
      ),
      newcomers: PEOPLE.filter((_, index) => index % 3 === 1).map(({ id }) => id),
    })(fake)
    await drawAll(page)
    await expect.poll(() => findCollisions(page)).toEqual([])
    const heights = await heightsIn(page, 'Conversas')
    // On the narrowest phones the specification's words need a third line.
    if (width >= 390) expect(heights).toEqual([84])
    else expect(Math.max(...heights)).toBeLessThanOrEqual(117)
    const strip = page.getByRole('list', { name: 'Chegaram agora' }).locator('xpath=..')
    expect((await strip.boundingBox())?.height).toBeCloseTo(104, 0)

    let number = 1
    for (const name of NAMES) {
      number += 1
      await renameOneself(fake, page, name, number)
      expect(await heightsIn(page, 'Você'), name).toEqual([72])
    }
    expect(await findCollisions(page)).toEqual([])
  })
}

test('a long table leaves half of the line to the name, and all of it to a short one', async ({
  fake,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const table = 'VARANDA DO 2'
  const [long, short] = [
    aPerson(1, { name: 'Wwwwwwwwwwwwwwwwwwwwww', table, online: true }),
    aPerson(2, { name: 'Ana', table, online: true }),
  ] as const
  await inList({ people: [long, short] })(fake)
  const widths = (person: typeof long) =>
    page.locator(`[data-person="${person.id}"]`).evaluate((row, name) => {
      const spans = [...row.querySelectorAll('span')]
      const width = (text: string) =>
        spans.find(({ textContent }) => textContent === text)?.getBoundingClientRect().width ?? 0
      return { name: width(name), table: width('Mesa VARANDA DO 2') }
    }, person.name)
  const { name, table: besideLong } = await widths(long)
  expect(name).toBeGreaterThanOrEqual(besideLong)
  expect((await widths(short)).table).toBeGreaterThan(besideLong)
})
