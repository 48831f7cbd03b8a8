import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { TIMINGS } from '#contract/timings.ts'
import type { RoomSocket } from '#test/client/room-socket.ts'
import type { Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'

type Cast = Record<'ana' | 'bia' | 'caio', Person>
type Step = (cast: Cast, bar: Bar) => Promise<unknown>

const LAST = 'Ele foi embora'

/** An evening, step by step; each step waits until the room has done what it asked. */
const evening: Record<string, Step> = {
  'Ana opens her page': ({ ana }) => ana.connect(),
  'Bia opens hers': ({ bia }) => bia.connect(),
  'Ana writes to Bia': async ({ ana, bia }) => {
    await ana.tell(bia, 'Oi!')
  },
  'Bia reads it': async ({ bia, ana }) => {
    bia.page.send({ type: 'read', personId: ana.id, through: 1 })
    await bia.page.get('read')
  },
  'Bia answers twice': async ({ ana, bia }) => {
    bia.say(ana, 'Oi, Ana!')
    bia.say(ana, 'Qual mesa?')
    await ana.page.until(() => ana.page.all('message').length === 2)
  },
  'Ana repeats herself after a lost answer': async ({ ana, bia }) => {
    const [stored] = ana.page.all('stored')
    ana.say(bia, 'Oi!', stored?.message.id)
    await ana.page.until(() => ana.page.all('stored').length === 2)
  },
  'Ana reloads her page': async ({ ana }) => {
    await ana.connect()
  },
  'Caio comes and writes to both': async ({ ana, bia, caio }) => {
    await caio.connect()
    caio.say(ana, 'E aí, Ana')
    caio.say(bia, 'E aí, Bia')
    await caio.page.until(() => caio.page.all('stored').length === 2)
  },
  'Ana has no time for Caio, and does not hear that he goes on': async ({ ana, bia, caio }) => {
    ana.page.send({ type: 'fold', personId: caio.id })
    await ana.page.get('folded')
    caio.say(ana, 'Ana?')
    await ana.page.get('message', ({ folded }) => folded === true)
    await bia.tell(caio, 'Oi, Caio')
  },
  'Bia blocks Caio': async ({ bia, caio }, { room }) => {
    await room.block(bia.visit, caio.id)
    for (const { page } of [bia, caio]) await page.get('conversationEnded')
  },
  'Caio moves, and writes to Bia again': async ({ ana, bia, caio }, { room }) => {
    await room.edit(caio.visit, { table: '9' })
    caio.say(bia, 'Cadê você?')
    await caio.page.get('refused')
    for (const { page } of [ana, bia, caio]) {
      const kind = page === bia.page ? 'aside' : 'changed'
      await page.until(() => page.events().some((event) => event.kind === kind))
    }
  },
  'Bia takes it back': async ({ bia, caio }, { room }) => {
    await room.unblock(bia.visit, caio.id)
    for (const { page } of [bia, caio]) await page.get('conversations')
  },
  'Bia puts her phone away': async ({ bia }) => {
    await bia.turn('hidden')
  },
  'Ana sends nonsense': async ({ ana }) => {
    ana.page.send('nonsense')
    await ana.page.get('refused')
  },
  'Caio leaves, stays, and leaves after all': async ({ ana, bia, caio }, { room }) => {
    await room.startLeaving(caio.visit)
    await room.stay(caio.visit)
    await room.startLeaving(caio.visit)
    const told = ({ page }: Person) =>
      page.events().filter((event) => event.kind === 'presence' && event.person.id === caio.id)
    for (const one of [ana, bia, caio]) await one.page.until(() => told(one).length === 3)
  },
  'the two seconds pass': async ({ ana, bia, caio }, { room }) => {
    passTime(TIMINGS.leavingMs)
    await runDurableObjectAlarm(room)
    await caio.page.until(() => caio.page.closed)
    for (const { page } of [ana, bia]) {
      await page.until(() => page.events().some(({ kind }) => kind === 'left'))
    }
  },
  'the alarm fires once more': (_, { room }) => runDurableObjectAlarm(room),
  'Bia writes on': async ({ ana, bia }) => {
    bia.say(ana, LAST)
    await ana.page.until(() => ana.page.all('message').some(({ message }) => message.number === 4))
  },
}

test('rule 8, R4: an evening in a room that sleeps before every step is the same evening', async () => {
  stopClock()
  const awake = await play(async () => {})
  const sleepy = await play((bar) => bar.sleep())
  expect(sleepy).toEqual(awake)
  expect(awake.storage.messages.map(({ text }) => text)).toEqual([
    'Oi!',
    'Oi, Ana!',
    'Qual mesa?',
    LAST,
  ])
})

async function play(beforeEveryStep: (bar: Bar) => Promise<void>) {
  const bar = await Bar.open()
  const cast: Cast = {
    ana: await bar.admit('Ana'),
    bia: await bar.admit('Bia'),
    caio: await bar.admit('Caio'),
  }
  const pages = new Map<RoomSocket, string>()
  for (const step of Object.values(evening)) {
    await beforeEveryStep(bar)
    await step(cast, bar)
    for (const person of Object.values(cast)) {
      if (person.hasPage) pages.set(person.page, person.name)
    }
  }
  // Each page hears in order, but not all at one time.
  for (const page of pages.keys()) await page.until(() => page.closed ?? hasHeardAll(page))
  const named = toNames(cast)
  return {
    storage: named(await storageOf(bar)),
    seen: named([...pages].map(([page, name]) => [name, ...toStreams(page), page.closed])),
  }
}

function hasHeardAll(page: RoomSocket): boolean {
  const messages = [...page.all('message'), ...page.all('stored')]
  return messages.some(({ message }) => message.text === LAST)
}

/** Events of one batch window share a frame; how many do depends on timing. A wake asks for confirmations sooner. */
function toStreams({ frames }: RoomSocket) {
  return [
    frames.filter(({ type }) => type !== 'events' && type !== 'checkpoint'),
    frames.flatMap((frame) => (frame.type === 'events' ? frame.events : [])),
  ]
}

async function storageOf({ room }: Bar) {
  return runInDurableObject(room, (_, { storage: { sql } }) => ({
    people: sql
      .exec('SELECT name, table_id, interest, revision FROM bar_profiles ORDER BY name')
      .toArray(),
    conversations: sql
      .exec('SELECT read_by_first + read_by_second AS read, is_folded FROM conversations')
      .toArray(),
    messages: sql
      .exec<{ number: number; text: string }>(
        'SELECT number, text FROM messages ORDER BY conversation, number',
      )
      .toArray(),
  }))
}

/** What differs between two evenings by nature: ids, times, and the room's wakes. */
function toNames(cast: Cast): <T>(value: T) => T {
  const names = new Map(Object.values(cast).map(({ id, name }) => [id, name]))
  return (value) =>
    JSON.parse(
      JSON.stringify(value, function (this: object, key, part) {
        if (['epoch', 'createdAt', 'at', 'ageMs', 'leavingEndsAt', 'endsAt'].includes(key))
          return typeof part
        if (key === 'number' && 'epoch' in this) return typeof part
        if (key === 'people' && Array.isArray(part)) return sortByName(part)
        // Those who came in the same moment are in no order.
        if (key === 'newcomers') return part.length
        if (typeof part !== 'string') return part
        return names.get(part) ?? (/^[0-9a-f-]{36}$/.test(part) ? 'id' : part)
      }),
    )
}

function sortByName<T extends { name: string }>(people: T[]): T[] {
  return people.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}
