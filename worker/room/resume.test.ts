import { beforeEach, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import type { Guest, Page } from '#test/cast/guest.ts'
import { Venue } from '#test/cast/guest.ts'
import { stopClock } from '#test/support/stopped-clock.ts'

beforeEach(stopClock)

/** Where a page stands after all that it has heard. */
function placeOf(page: Page) {
  const frames = page.frames.flatMap((frame) => ('epoch' in frame ? [frame] : []))
  const last = frames.at(-1)
  if (!last) throw new Error('nothing heard yet')
  return { epoch: last.epoch, number: last.number }
}

async function away(guest: Guest) {
  const place = placeOf(guest.page)
  guest.page.close()
  await guest.page.until(() => guest.page.closed)
  return place
}

test('R12 a page that was away for a moment is told exactly what it missed', async () => {
  const venue = await Venue.open()
  const [ana, bia] = [await venue.seat('Ana'), await venue.seat('Bia')]
  const place = await away(ana)
  const caio = await venue.admit('Caio')
  await venue.room.edit(bia.visit, { table: '9' }, 'device')
  bia.say(ana, 'cadê você?')
  await bia.page.get('stored')

  const resumed = await (await ana.connect(place)).get('resumed')
  const facts = resumed.facts.map((fact) => ('person' in fact ? [fact.kind, fact.person.name] : []))
  expect(facts).toEqual([
    ['entered', 'Caio'],
    ['changed', 'Bia'],
  ])
  expect(resumed).toMatchObject({ total: 3, online: 3, number: place.number + 2 })
  expect(resumed.conversations).toEqual([{ personId: bia.id, unread: 1, otherDeviceSince: null }])
  expect(ana.page.all('snapshot')).toEqual([])

  await caio.connect()
  await venue.room.edit(caio.visit, { table: '2' }, 'device')
  const { number } = await ana.page.get('facts')
  expect(number).toBe(resumed.number + 1)
})

test('R12 what cannot be told exactly is a snapshot: another wake, a number of the future', async () => {
  const venue = await Venue.open()
  const ana = await venue.seat('Ana')
  const place = await away(ana)
  const other = { ...place, epoch: crypto.randomUUID() }
  for (const wrong of [other, { ...place, number: place.number + 1 }]) {
    await (await ana.connect(wrong)).get('snapshot')
  }
  await ana.page.until(() => ana.page.frames.length > 0)
  await venue.sleep()
  await (await ana.connect(place)).get('snapshot')
})

test('rule 3: a socket that lived through a sleep goes on, and comes back to where it then was', async () => {
  const venue = await Venue.open()
  const [ana, bia] = [await venue.seat('Ana'), await venue.seat('Bia')]
  const before = placeOf(ana.page)
  await venue.sleep()
  await venue.room.edit(bia.visit, { table: '9' }, 'device')
  await ana.page.get('facts', ({ epoch }) => epoch !== before.epoch)
  const woken = await away(ana)
  expect(woken.epoch).not.toBe(before.epoch)
  await venue.room.edit(bia.visit, { table: '10' }, 'device')
  const { facts } = await (await ana.connect(woken)).get('resumed')
  expect(facts).toMatchObject([{ kind: 'changed', person: { table: '10' } }])
})

test('R12 for any run of news and absences, the page knows what one that never left knows', async () => {
  const venue = await Venue.open()
  const [ana, bia] = [await venue.seat('Ana'), await venue.seat('Bia')]
  const witness = bia.page
  const known = new Map<string, string>()
  const learn = (page: Page) => {
    for (const frame of page.frames) {
      if (frame.type === 'snapshot') known.clear()
      const people = frame.type === 'snapshot' ? frame.people : []
      for (const person of people) known.set(person.id, `${person.table} ${person.online}`)
      const facts = frame.type === 'facts' || frame.type === 'resumed' ? frame.facts : []
      for (const fact of facts) {
        if (fact.kind === 'left') known.delete(fact.personId)
        else known.set(fact.person.id, `${fact.person.table} ${fact.person.online}`)
      }
    }
  }
  for (let round = 0; round < 12; round += 1) {
    const place = await away(ana)
    learn(ana.page)
    if (round % 4 === 3) await venue.sleep()
    for (let news = 0; news < (round % 3) + 1; news += 1) {
      await venue.room.edit(bia.visit, { table: `${round}${news}` }, 'device')
      if (round % 2 === 0) await venue.admit(`Pessoa ${round} ${news}`)
    }
    await ana.connect(place)
  }
  await venue.admit('A última')
  for (const page of [ana.page, witness]) {
    await page.until(() =>
      page.facts().some((fact) => fact.kind === 'entered' && fact.person.name === 'A última'),
    )
  }
  learn(ana.page)
  const { people } = await (await bia.connect()).get('snapshot')
  const others = people.filter(({ id }) => id !== ana.id)
  expect(people.length).toBeLessThan(LIMITS.peoplePage)
  for (const { id, table, online } of others) expect(known.get(id)).toBe(`${table} ${online}`)
  expect(known.get(bia.id)).toBe('112 true')
})
