import { runInDurableObject } from 'cloudflare:test'
import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ResumePoint, ServerMessage } from '#contract/protocol.ts'
import type { RoomSocket } from '#test/client/room-socket.ts'
import type { Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { runs } from '#test/worker/runs.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'

beforeEach(stopClock)

async function away(person: Person) {
  const { place } = person
  await person.close()
  return place
}

test('rule 3: a socket that lived through a sleep goes on, and comes back to where it then was', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  const before = ana.place
  await bar.sleep()
  await bar.room.edit(bia.visit, { table: '9' })
  await ana.page.get('events', ({ epoch }) => epoch !== before.epoch)
  const woken = await away(ana)
  expect(woken.epoch).not.toBe(before.epoch)
  await bar.room.edit(bia.visit, { table: '10' })
  expect(await (await ana.connect(woken)).get('resumed')).toMatchObject({
    total: 2,
    online: 2,
    events: [{ kind: 'changed', person: { table: '10' } }],
  })
})

test('T73 rule 3: a page that names a number from before its person came gets a snapshot', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await bar.room.edit(bia.visit, { name: 'Beatriz', table: 'Varanda' })
  await bar.leave(bia)
  const caio = await bar.seat('Caio')
  const { epoch, number } = caio.place
  expect(number).toBeGreaterThan(3)
  for (let before = 0; before < number; before += 1) {
    const { frames } = await caio.connect({ epoch, number: before })
    expect(frames[0]).toMatchObject({ type: 'snapshot', epoch, number })
    expect(JSON.stringify(frames)).not.toMatch(/Bia|Beatriz|Varanda/)
  }
  await bar.room.edit(ana.visit, { table: '9' })
  expect(await (await caio.connect({ epoch, number })).get('resumed')).toMatchObject({
    events: [{ kind: 'changed', person: { table: '9' } }],
  })
})

test('T73 rule 3: a page that was away is told what happened after a change that failed', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await bar.sql(`CREATE TRIGGER poison BEFORE UPDATE ON bar_profiles WHEN NEW.table_id = 'veneno'
    BEGIN SELECT RAISE(ABORT, 'poison'); END`)
  await bia.close()
  const place = await away(ana)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await runInDurableObject(bar.room, (room) => {
    expect(() => room.edit(bia.visit, { table: 'veneno' })).toThrow('SQLITE_CONSTRAINT')
  })
  await bar.room.edit(bia.visit, { table: '9' })
  const caio = await bar.admit('Caio')
  expect(await (await ana.connect(place)).get('resumed')).toMatchObject({
    events: [
      { kind: 'changed', person: { table: '9' } },
      { kind: 'entered', person: { id: caio.id } },
    ],
  })
})

const ADMIN = '00000000-0000-4000-8000-00000000000a'
const KEPT_FACTS = 500
/** Together they may make more changes than the buffer keeps. */
const HOPPERS = 17

const ACTS = ['edit', 'enter', 'leave', 'say', 'trim', 'sleep', 'away', 'back'] as const
const weights = { edit: 4, enter: 3, leave: 2, say: 4, trim: 1, sleep: 1, away: 4, back: 4 }
const scripts = fc.array(
  fc.oneof(...ACTS.map((act) => ({ arbitrary: fc.constant(act), weight: weights[act] }))),
  { minLength: 30, maxLength: 30 },
)

/** The events of frames, each with its place. */
function numbered(frames: readonly ServerMessage[]) {
  return frames.flatMap((frame) => {
    if (frame.type !== 'events' && frame.type !== 'resumed') return []
    const first = frame.number - frame.events.length + 1
    return frame.events.map((event, at) => ({ epoch: frame.epoch, number: first + at, event }))
  })
}

type Cast = Record<'ana' | 'bia' | 'caio', Person>

/** Ana comes and goes; Caio's page never does and hears everything; Bia writes and moves. */
class Absences {
  readonly #bar: Bar
  readonly #cast: Cast
  readonly #hoppers: Person[]
  readonly #newcomers: Person[] = []
  /** All events since Caio entered. */
  #told = 0
  /** How many of them Ana's page knew before it was told any. */
  #before = 0
  readonly #said: string[] = []
  readonly #read: string[] = []
  #away: ResumePoint | null = null
  #hasSlept = false

  private constructor(bar: Bar, cast: Cast, hoppers: Person[]) {
    this.#bar = bar
    this.#cast = cast
    this.#hoppers = hoppers
  }

  static async begin(): Promise<Absences> {
    const bar = await Bar.open()
    const hoppers = await bar.crowd(HOPPERS)
    const [bia, caio, ana] = [await bar.seat('Bia'), await bar.seat('Caio'), await bar.seat('Ana')]
    const evening = new Absences(bar, { ana, bia, caio }, hoppers)
    await caio.page.until(() =>
      caio.page.events().some((event) => 'person' in event && event.person.id === ana.id),
    )
    // Her own coming may have shared a frame that went out after her page was there.
    for (const { page } of [ana, caio]) await page.settle()
    evening.#told = numbered(caio.page.frames).length
    evening.#before = evening.#told - numbered(ana.page.frames).length
    return evening
  }

  async happen(act: (typeof ACTS)[number]): Promise<void> {
    const { bia, ana } = this.#cast
    switch (act) {
      case 'edit':
        return this.#move([bia], 1)
      case 'trim':
        return this.#move(this.#hoppers, 30)
      case 'enter':
        this.#newcomers.push(await this.#bar.admit(`Chegada ${this.#newcomers.length}`))
        this.#told += 1
        return
      case 'leave': {
        const gone = this.#newcomers.pop()
        if (gone && (await this.#bar.room.remove(gone.id, ADMIN, 'other')).ok) this.#told += 1
        return
      }
      case 'say':
        return this.#say()
      case 'sleep':
        // An open batch window keeps a room awake.
        await this.#hearAll()
        this.#hasSlept = true
        return this.#bar.sleep()
      case 'away':
        if (this.#away) return
        this.#hasSlept = false
        this.#away = await away(ana)
        this.#readAll(ana.page)
        return
      case 'back':
        if (this.#away) await this.#comeBack(this.#away)
    }
  }

  /** The page that came and went was told what the other was, and every message once, in order. */
  async judge(): Promise<void> {
    await this.happen('back')
    await this.#hearAll()
    const { page } = this.#cast.ana
    await page.settle()
    this.#readAll(page)
    expect(this.#read).toEqual(this.#said)
    this.#expectLast(page, this.#told - this.#before)
  }

  /** The page was told so many events, the last that the page that stays was told. */
  #expectLast({ frames }: RoomSocket, count: number): void {
    const { page } = this.#cast.caio
    expect(numbered(frames)).toEqual(numbered(page.frames).slice(this.#told - count))
  }

  #readAll(page: RoomSocket): void {
    this.#read.push(...page.all('message').map(({ message }) => message.text))
  }

  async #comeBack(place: ResumePoint): Promise<void> {
    const { ana, bia } = this.#cast
    await this.#hearAll()
    const [first] = (await ana.connect(place)).frames
    if (first?.type !== 'resumed' && first?.type !== 'snapshot') throw new Error(first?.type)
    const isSameWake = first.epoch === place.epoch
    expect(isSameWake && this.#hasSlept).toBe(false)
    const missed = isSameWake ? first.number - place.number : Infinity
    expect([missed, first.type]).toEqual([missed, missed > KEPT_FACTS ? 'snapshot' : 'resumed'])
    const brought = first.type === 'resumed' ? missed : 0
    this.#expectLast(ana.page, brought)
    this.#before = this.#told - brought
    const unread = this.#said.length
    expect(first.conversations).toMatchObject(unread ? [{ personId: bia.id, unread }] : [])
    const after = this.#read.length
    const answer = await ana.page.history(bia.id, { after })
    if (answer.type === 'history') this.#read.push(...answer.messages.map(({ text }) => text))
    this.#away = null
  }

  /** Everybody of these goes from table to table, as often as their budgets let them. */
  async #move(people: readonly Person[], times: number): Promise<void> {
    const moved = await runInDurableObject(this.#bar.room, (room) =>
      people.flatMap((person) =>
        Array.from({ length: times }, () => {
          // Each edit takes another table: an edit that changes nothing is no event.
          const table = `m${this.#told}`
          const { ok } = room.edit(person.visit, { table })
          this.#told += Number(ok)
          return ok
        }),
      ),
    )
    expect(moved.length).toBe(people.length * times)
  }

  async #say(): Promise<void> {
    const { ana, bia } = this.#cast
    const text = `frase ${this.#said.length}`
    const { length } = bia.page.all('stored')
    bia.say(ana, text)
    await bia.page.settle()
    if (bia.page.all('stored').length > length) this.#said.push(text)
  }

  /** Waits until the page that stays has received every event. */
  async #hearAll(): Promise<void> {
    const { page } = this.#cast.caio
    await page.until(() => numbered(page.frames).length >= this.#told)
    expect(numbered(page.frames)).toHaveLength(this.#told)
  }
}

test('R12 a page that was away gets exactly the events that it missed, or a snapshot', async () => {
  const wait = globalThis.setTimeout
  // News that share a frame need not wait half a second for it.
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms: number) =>
    wait(act, ms > 500 ? ms : 2)) as typeof setTimeout)
  const play = fc.asyncProperty(scripts, async (script) => {
    const evening = await Absences.begin()
    for (const act of script) await evening.happen(act)
    await evening.judge()
  })
  await fc.assert(play, {
    numRuns: runs(6, 200),
    endOnFailure: true,
    examples: [
      [['say', 'away', 'edit', 'enter', 'leave', 'say', 'back', 'say']],
      [['away', 'trim', 'back']],
      [['away', 'edit', 'sleep', 'edit', 'back']],
    ],
  })
})
