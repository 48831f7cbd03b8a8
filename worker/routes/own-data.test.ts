import { beforeEach, expect, test } from 'vitest'
import { address } from '#contract/address.ts'
import { LIMITS } from '#contract/limits.ts'
import type { OwnData } from '#contract/own-data.ts'
import { API } from '#contract/paths.ts'
import { askFromPage, failureOf, statusOf } from '#test/worker/requests.ts'
import type { Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'

beforeEach(stopClock)

const download = (bar: Bar, { entered: { secret } }: Person) =>
  askFromPage(address(API.visit, { barId: bar.barId }), { secret })

test('T15 a person’s own data comes as one document from bounded pages, under its own rate limit', async () => {
  const [bar, ana] = await Bar.admitted('Ana')
  const counts = { Bia: LIMITS.ownDataPage, Caio: 2 * LIMITS.ownDataPage + 1, Davi: 1 }
  for (const [name, count] of Object.entries(counts)) {
    const other = await bar.admit(name)
    await (name === 'Davi' ? bar.write(ana, other, count) : bar.write(other, ana, count))
  }

  const sizes: number[] = []
  let page = await bar.room.ownData(ana.visit)
  while (page.ok) {
    sizes.push(page.data.conversations.reduce((sum, { messages }) => sum + messages.length, 0))
    if (!page.next) break
    page = await bar.room.ownData(ana.visit, page.next)
  }
  expect(Math.max(...sizes)).toBe(LIMITS.ownDataPage)

  const answer = await download(bar, ana)
  expect(answer.headers.get('Content-Type')).toBe('application/json')
  const { bar: barId, person, conversations } = await answer.json<OwnData>()
  expect([barId, person.name]).toEqual([bar.barId, 'Ana'])
  const writers = conversations.map(({ messages }) => messages[0]?.from)
  expect(writers.sort()).toEqual(['Ana', 'Bia', 'Caio'])
  const textsOf = Object.fromEntries(
    conversations.map(({ with: name, messages }) => [name, messages.map(({ text }) => text)]),
  )
  const numbersTo = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1))
  expect(textsOf).toEqual(
    Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, numbersTo(count)])),
  )
  // Two tokens are already spent.
  for (let time = 2; time < LIMITS.ownDataBurst; time += 1) {
    expect(await statusOf(download(bar, ana))).toBe(200)
  }
  expect(await failureOf(await download(bar, ana))).toBe('429 rate_limited')
})
