import type { Page } from '@playwright/test'
import type { PublicPerson } from '#contract/person.ts'
import type { RoomEvent } from '#contract/protocol.ts'
import type { FakeServer } from '#test/fakes/fake-server.ts'
import { EPOCH } from '#test/fakes/fake-server.ts'
import { aPerson, NOW, people, YOU } from '#test/fakes/people.ts'
import { expect, test } from './e2e.ts'
import { DESK, IS_EVERY_SCREEN, someOf } from './run-scope.ts'

const PRESSES = IS_EVERY_SCREEN ? 200 : 15
const PEOPLE = 45
const EVENT_EVERY_MS = 150
/** A press that has opened nobody after the page was idle so often opens nobody. */
const LOOKS = 5
/** A person decides, and presses so much later. */
const REACTION_MS = { least: 300, most: 900 }

/** People come, go, look away and write, as long as the test presses. */
function beBusy(fake: FakeServer, crowd: readonly PublicPerson[]): () => void {
  let number = 1
  const toFact = (): RoomEvent => {
    const person = crowd[(number * 7) % crowd.length] ?? YOU
    if (number % 6 === 1) return { kind: 'entered', person: aPerson(100 + number) }
    if (number % 6 === 4) return { kind: 'left', personId: aPerson(97 + number).id, name: 'Ana' }
    return { kind: 'presence', person: { ...person, online: number % 5 > 0 } }
  }
  const timer = setInterval(() => {
    number += 1
    const counts = { total: PEOPLE, online: PEOPLE - 5 }
    fake.send({ type: 'events', epoch: EPOCH, number, ...counts, events: [toFact()] })
    const from = crowd[(number * 11) % crowd.length]
    if (number % 4 > 0 || !from) return
    const sent = { from: from.id, to: YOU.id, text: 'Oi!', createdAt: NOW + number }
    const message = { ...sent, id: aPerson(90_000 + number).id, number }
    fake.send({ type: 'message', message, unread: 1 })
  }, EVENT_EVERY_MS)
  return () => clearInterval(timer)
}

/** Another person's row that nothing covers, and its place. */
function decide(page: Page, turn: number) {
  return page.evaluate((turn) => {
    const rows = [
      ...document.querySelectorAll<HTMLElement>('[data-person]:has(button[popovertarget])'),
    ].flatMap((row) => {
      const { left, top, width, height } = row.getBoundingClientRect()
      const place = { x: left + width / 2, y: top + height / 3 }
      const isFree = document.elementFromPoint(place.x, place.y)?.closest('[data-person]') === row
      return isFree ? { ...place, id: row.dataset.person ?? '' } : []
    })
    return rows[turn % rows.length] ?? null
  }, turn)
}

/** Returns whose conversation or sheet is open. */
async function whoIsOpen(page: Page): Promise<string | null> {
  const chat = /\/chat\/([^/?]+)/.exec(page.url())?.[1]
  return chat ?? (await page.evaluate(() => history.state?.usr?.personId ?? null))
}

/** Returns the person that a press has opened, or null. */
async function openedBy(page: Page): Promise<string | null> {
  for (let look = 0; look < LOOKS; look += 1) {
    const open = await whoIsOpen(page)
    if (open !== null) return open
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    await page.waitForTimeout(50)
  }
  return null
}

async function backToList(page: Page): Promise<void> {
  // A sheet closes by itself when its person leaves, so that a step back might leave the list too.
  if (page.url().includes('/chat/')) await page.getByRole('link', { name: /^Voltar/ }).click()
  await expect(async () => {
    if ((await whoIsOpen(page)) !== null) await page.keyboard.press('Escape')
    expect(await whoIsOpen(page)).toBeNull()
  }).toPass()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('[data-person]').first()).toBeVisible()
  // During the view transition the page does not react to presses.
  await expect(page.locator('html:active-view-transition')).toHaveCount(0)
}

for (const [screen, viewport] of someOf([
  ['a phone', { width: 390, height: 844 }],
  ['a desk', DESK.viewport],
] as const)) {
  test(`${PRESSES} presses in a busy list open whoever was there at the decision, on ${screen}`, async ({
    fake,
    page,
  }) => {
    await page.setViewportSize(viewport)
    const crowd = people(PEOPLE)
    await fake.enterRoom({ people: crowd, unread: { [aPerson(0).id]: 0, [aPerson(5).id]: 0 } })
    await fake.open(`/bar/${fake.bar.id}/table/${YOU.id}`)
    await expect(page.locator('#row-menu')).toBeAttached()
    // Sheet and chat are loaded before the first press that counts.
    for (const row of [
      page.locator('[data-person]').last(),
      page.locator('[data-person]').nth(1),
    ]) {
      await row.click({ position: { x: 140, y: 20 } })
      await expect.poll(() => whoIsOpen(page)).not.toBeNull()
      await backToList(page)
    }
    const stop = beBusy(fake, crowd)
    const wrong: string[] = []
    /** A sheet may still be opening: on a slow machine it opens during the next turn. */
    const late = new Set<string>()
    let opened = 0
    try {
      for (let turn = 0; turn < PRESSES; turn += 1) {
        const decided = await decide(page, turn * 3)
        if (!decided) throw new Error('no row can be pressed')
        const { least, most } = REACTION_MS
        await page.waitForTimeout(least + ((turn * 173) % (most - least)))
        await page.mouse.click(decided.x, decided.y)
        const open = await openedBy(page)
        if (open === null) {
          late.add(decided.id)
          continue
        }
        opened += 1
        if (open !== decided.id && !late.has(open)) wrong.push(`${decided.id}: ${open}`)
        await backToList(page)
      }
    } finally {
      stop()
    }
    expect(wrong).toEqual([])
    // A press opens nobody if the person has left, or a toast covers the row.
    expect(opened).toBeGreaterThan(PRESSES / 3)
  })
}
