import { runInDurableObject } from 'cloudflare:test'
import * as v from 'valibot'
import { beforeEach, expect, test, vi } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { messageTextSchema } from '#contract/message.ts'
import { nameSchema } from '#contract/profile-form.ts'
import { tableSchema } from '#contract/table.ts'
import { TIMINGS } from '#contract/timings.ts'
import { idOf } from '#test/fakes/room.ts'
import { insertMessages, insertPerson } from '#test/worker/full-bar.ts'
import type { Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import { People } from './people.ts'

beforeEach(stopClock)

const PEOPLE = 2_000
const WRITERS = 300

/** The longest that the schemas take: in bytes, then in what JSON makes of them. */
const COUPLE = '👩🏽‍❤️‍💋‍👨🏾'
const NAMES = [COUPLE.repeat(9), '漢'.repeat(40), '"'.repeat(40)]
const TABLES = [`${COUPLE.repeat(2)}abc`, '漢'.repeat(12)]
const MESSAGE = `${COUPLE.repeat(100)}${'\n"'.repeat(50)}`

async function fill(bar: Bar, ana: Person): Promise<void> {
  await runInDurableObject(bar.room, (_, { storage: { sql } }) => {
    for (let number = 0; number < PEOPLE; number += 1) {
      const [name = '', table = ''] = [NAMES[number % 3], TABLES[number % 2]]
      insertPerson(sql, number, { name, table })
      if (number >= WRITERS) continue
      insertMessages(sql, idOf(number), ana.id, [MESSAGE])
    }
  })
  await bar.sleep()
}

test('T52 2,000 people with the longest texts are listed and searched in frames of a bounded size', async () => {
  for (const name of NAMES) expect(v.is(nameSchema, name)).toBe(true)
  for (const table of TABLES) expect(v.is(tableSchema, table)).toBe(true)
  expect(v.is(messageTextSchema, MESSAGE)).toBe(true)
  const [bar, ana] = await Bar.admitted('Ana')
  await fill(bar, ana)
  const page = await ana.connect()
  const { conversations, people, next: second } = await page.get('snapshot')
  expect(conversations).toHaveLength(LIMITS.conversationsListed)
  await page.settle()
  const known = [...people, ...page.all('conversations').flatMap((one) => one.people)]
  for (let next = second, pages = 1; next; pages += 1) {
    page.send({ type: 'page', after: next })
    const last = await page.until(() => page.all('page')[pages - 1])
    // The rate of pages allows one now.
    passTime(1_000 / LIMITS.peopleAskedPerSecond)
    known.push(...last.people)
    next = last.next
  }
  expect(new Set(known.map(({ id }) => id)).size).toBe(PEOPLE)
  page.send({ type: 'search', text: '漢' })
  expect((await page.get('found')).people.length).toBeGreaterThan(0)

  await bar.sql('UPDATE bar_profiles SET expires_at = ? WHERE id <> ?', Date.now() - 1, ana.id)
  await bar.sleep()
  for (let alarms = 0; alarms < 12; alarms += 1) {
    await bar.ring()
    passTime(1_000)
  }
  await page.until(() => page.events().filter(({ kind }) => kind === 'left').length === PEOPLE)
  expect(page.all('events').at(-1)).toMatchObject({ total: 1 })
  expect(page.closed).toBeNull()
  for (const frame of page.raw) expect(frame.length).toBeLessThanOrEqual(LIMITS.frameCharacters)
})

test('T52 visits end and people are removed without everybody being in memory', async () => {
  const [bar, ana] = await Bar.admitted('Ana')
  await fill(bar, ana)
  const list = vi.spyOn(People.prototype, 'list')
  expect(await bar.room.remove(idOf(7), 'admin', 'other')).toMatchObject({ ok: true })
  passTime(TIMINGS.visitMs)
  for (let alarms = 0; alarms < 12; alarms += 1) await bar.ring()
  // All people have left, so the room erases its whole file.
  await bar.erased()
  expect(list).not.toHaveBeenCalled()
})
