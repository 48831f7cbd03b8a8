import type { Page } from '@playwright/test'
import { EPOCH, FakeServer } from '#test/fakes/fake-server.ts'
import { aPerson, conversation, people, TALK, YOU } from '#test/fakes/people.ts'
import { expect, test } from './e2e.ts'

const [ANA, ...OTHERS] = people(9)
if (!ANA) throw new Error('nobody')

/** Three toasts: two who enter, one who leaves. */
async function showToasts(page: Page, fake: FakeServer): Promise<void> {
  const entered = [40, 41].map((index) => aPerson(index))
  fake.send({
    ...{ type: 'events', epoch: EPOCH, number: 4, total: 11, online: 9 },
    events: [
      ...entered.map((person) => ({ kind: 'entered', person }) as const),
      { kind: 'left', personId: aPerson(8).id, name: aPerson(8).name },
    ],
  })
  await expect(page.getByText('Ísis saiu do bar')).toBeVisible()
}

/** Buttons, links and fields on the screen whose middle is under a toast. */
const findCovered = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main button, main input, textarea, header *')]
      .filter((element) => element.matches('button, a, input, textarea'))
      .filter((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        const on = document.elementFromPoint(left + width / 2, top + height / 2)
        return on?.closest('[aria-label=Avisos]')
      })
      .map(({ textContent, ariaLabel }) => ariaLabel ?? textContent),
  )

for (const [width, height] of [
  [390, 844],
  [360, 640],
  [1280, 800],
] as const) {
  test(`three toasts cover nothing that is pressed in the list and in a conversation, at ${width} by ${height}`, async ({
    page,
    server,
    bar,
  }) => {
    await page.setViewportSize({ width, height })
    const fake = await FakeServer.start(page, server.origin, bar)
    await fake.enterRoom({
      people: [ANA, ...OTHERS],
      unread: { [ANA.id]: 0 },
      history: conversation(ANA, TALK),
    })
    await fake.open(`/bar/${bar.id}/table/${YOU.id}`)
    await expect(page.getByRole('button', { name: 'Seu perfil' })).toBeVisible()
    await showToasts(page, fake)
    expect(await findCovered(page)).toEqual([])

    await page.getByRole('button', { name: 'Conversar com Ana Beatriz' }).click()
    await expect(page.getByText('Guardada')).toBeVisible()
    await showToasts(page, fake)
    expect(await findCovered(page)).toEqual([])
  })
}
