import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { MockInstance } from 'vitest'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PublicPerson } from '#contract/person.ts'
import { dumpOf, FaultyStorage } from '#test/worker/faulty-storage.ts'
import type { Page } from '#test/worker/room-client.ts'
import { Guest, Venue } from '#test/worker/room-client.ts'
import { isFullSize, within } from '#test/worker/runs.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import type { BarRoom } from './bar-room.ts'

/** A moment before something happens. */
interface Scene {
  venue: Venue
  /** Who are there with a page, and do nothing. */
  others: Guest[]
  /** Runs the change. True if it was confirmed; undefined if it has no answer. */
  act: () => Promise<boolean | undefined>
  /** A reader's socket holds a read position: the next commit writes it unless the room has slept. */
  carriesCursor?: true
}

const PHONE = '+5511987654321'
/**
 * By design on their own: the peak of an hour counts whether or not the rest succeeds, and who was
 * connected is noted by the alarm for a crash.
 */
const INDEPENDENT = ['hours']

let storage: FaultyStorage
let failures: MockInstance<typeof console.error>
beforeEach(() => {
  stopClock()
  failures = vi.spyOn(console, 'error').mockImplementation(() => {})
  storage = new FaultyStorage()
})

async function anEvening(): Promise<{ venue: Venue; ana: Guest; bia: Guest; caio: Guest }> {
  const venue = await Venue.open()
  const [ana, bia] = [await venue.seat('Ana'), await venue.seat('Bia')]
  return { venue, ana, bia, caio: await venue.seat('Caio') }
}

async function set(venue: Venue, { id }: Guest, column: string, value: string | number | null) {
  await runInDurableObject(venue.room, (_, { storage: { sql } }) => {
    sql.exec(`UPDATE bar_profiles SET ${column} = ? WHERE id = ?`, value, id)
  })
  await venue.sleep()
}

/** Makes a person without a page offline, and broadcasts it. */
async function goOffline(venue: Venue, guest: Guest): Promise<void> {
  await set(venue, guest, 'online_until', Date.now() - 1_000)
  await runDurableObjectAlarm(venue.room)
}

/** Has somebody without a page be online for as long as a test lasts. */
const stayOnline = (venue: Venue, guest: Guest) =>
  set(venue, guest, 'online_until', Date.now() + 600_000)

/**
 * Whether a call of the room succeeded; one that throws did not. Called inside: a call from
 * outside that fails holds on to the object, which then cannot be put to sleep.
 */
async function isDone(
  venue: Venue,
  ask: (room: BarRoom) => unknown | Promise<unknown>,
): Promise<boolean> {
  try {
    const answer = (await runInDurableObject(venue.room, ask)) as { ok?: boolean } | undefined
    return answer?.ok !== false
  } catch {
    return false
  }
}

const ANSWERS = ['stored', 'refused', 'read', 'page', 'found']

/** Sends a frame and waits for its answer. */
async function isAnswered(page: Page, frame: object): Promise<boolean> {
  const answers = () => page.frames.filter(({ type }) => ANSWERS.includes(type))
  const before = answers().length
  page.send(frame)
  await page.until(() => answers().length > before)
  return answers().at(-1)?.type !== 'refused'
}

/** Has the room hear a frame that is not answered where all goes well. */
function isTaken(venue: Venue, { id }: Guest, frame: object): Promise<boolean> {
  return runInDurableObject(venue.room, (room, state) => {
    const { length } = failures.mock.calls
    const [socket] = state.getWebSockets(id)
    if (!socket) throw new Error('nobody says it')
    room.webSocketMessage(socket, JSON.stringify(frame))
    return failures.mock.calls.length === length
  })
}

const aSay = ({ id }: Guest) => ({ type: 'say', id: crypto.randomUUID(), to: id, text: 'oi' })

/** Ana is unlisted, because somebody entered with her phone; Bia has a conversation with her. */
async function anaIsUnlisted() {
  const venue = await Venue.open()
  const ana = await venue.admit('Ana', { phone: PHONE })
  const [bia, caio] = [await venue.seat('Bia'), await venue.seat('Caio')]
  await ana.connect()
  await isAnswered(bia.page, aSay(ana))
  ana.page.close()
  await ana.page.until(() => ana.page.closed)
  await goOffline(venue, ana)
  await stayOnline(venue, await venue.admit('Outra', { phone: PHONE }))
  return { venue, ana, bia, caio }
}

type Acts = Record<string, () => Promise<Scene>>

const FRAMES: Acts = {
  'the first message of a conversation': async () => {
    const { venue, ana, bia, caio } = await anEvening()
    const say = aSay(bia)
    return { venue, others: [bia, caio], act: () => isAnswered(ana.page, say) }
  },
  'a further message': async () => {
    const { venue, ana, bia, caio } = await anEvening()
    await isAnswered(ana.page, aSay(bia))
    const say = aSay(bia)
    return { venue, others: [bia, caio], act: () => isAnswered(ana.page, say) }
  },
  'a message after one was read': async () => {
    const { venue, ana, bia, caio } = await anEvening()
    for (let number = 1; number <= 2; number += 1) {
      await isAnswered(bia.page, aSay(ana))
      await isAnswered(ana.page, { type: 'read', personId: bia.id, through: number })
    }
    const say = aSay(bia)
    const act = () => isAnswered(ana.page, say)
    return { venue, others: [bia, caio], act, carriesCursor: true }
  },
  'a message that is sent again': async () => {
    const { venue, ana, bia, caio } = await anEvening()
    const say = aSay(bia)
    await isAnswered(ana.page, say)
    return { venue, others: [bia, caio], act: () => isAnswered(ana.page, say) }
  },
  read: async () => {
    const { venue, ana, bia, caio } = await anEvening()
    await isAnswered(bia.page, aSay(ana))
    const read = { type: 'read', personId: bia.id, through: 1 }
    return { venue, others: [bia, caio], act: () => isAnswered(ana.page, read) }
  },
  hidden: async () => {
    const { venue, ana, bia, caio } = await anEvening()
    return { venue, others: [bia, caio], act: () => isTaken(venue, ana, { type: 'hidden' }) }
  },
  visible: async () => {
    const { venue, ana, bia, caio } = await anEvening()
    return { venue, others: [bia, caio], act: () => isTaken(venue, ana, { type: 'visible' }) }
  },
  confirm: async () => {
    const { venue, ana, bia, caio } = await anEvening()
    const act = () => isTaken(venue, ana, { type: 'confirm', frames: 1 })
    return { venue, others: [bia, caio], act }
  },
  page: async () => {
    const { venue, ana, bia, caio } = await anEvening()
    const after = { online: true, id: ana.id }
    const act = () => isAnswered(ana.page, { type: 'page', after })
    return { venue, others: [bia, caio], act }
  },
  search: async () => {
    const { venue, ana, bia, caio } = await anEvening()
    const act = () => isAnswered(ana.page, { type: 'search', text: 'bia' })
    return { venue, others: [bia, caio], act }
  },
  find: async () => {
    const { venue, ana, bia, caio } = await anEvening()
    const act = () => isAnswered(ana.page, { type: 'find', personId: bia.id })
    return { venue, others: [bia, caio], act }
  },
  'a false frame': async () => {
    const { venue, ana, bia, caio } = await anEvening()
    const act = async () => {
      await isAnswered(ana.page, { type: 'sudo' })
      return ana.page.all('refused').at(-1)?.reason === 'invalid_frame'
    }
    return { venue, others: [bia, caio], act }
  },
}

const UPGRADES: Acts = {
  'the first page of somebody who was offline': async () => {
    const { venue, bia, caio } = await anEvening()
    const davi = await venue.admit('Davi')
    await goOffline(venue, davi)
    return { venue, others: [bia, caio], act: () => isSeated(davi) }
  },
  'one page too many': async () => {
    const { venue, ana, bia, caio } = await anEvening()
    await isAnswered(bia.page, aSay(ana))
    await ana.connect()
    await ana.connect()
    return { venue, others: [bia, caio], act: () => isSeated(ana) }
  },
  'the page of an unlisted person': async () => {
    const { venue, ana, bia, caio } = await anaIsUnlisted()
    return { venue, others: [bia, caio], act: () => isSeated(ana) }
  },
}

async function isSeated(guest: Guest): Promise<boolean> {
  try {
    const page = await guest.connect()
    return page.closed === null
  } catch {
    return false
  }
}

const CALLS: Acts = {
  'an entry': async () => {
    const { venue, bia, caio } = await anEvening()
    const davi = new Guest(venue, 'Davi')
    return {
      venue,
      others: [bia, caio],
      act: () => isDone(venue, (room) => venue.enter(davi, {}, room)),
    }
  },
  'the first entry of a bar': async () => {
    const venue = await Venue.open()
    const ana = new Guest(venue, 'Ana')
    return {
      venue,
      others: [],
      act: () => isDone(venue, (room) => venue.enter(ana, { phone: PHONE }, room)),
    }
  },
  'a second profile of one browser': async () => {
    const { venue, ana, bia, caio } = await anEvening()
    const second = new Guest(venue, 'Ana 2')
    const { device } = ana
    return {
      venue,
      others: [bia, caio],
      act: () => isDone(venue, (room) => venue.enter(second, { device }, room)),
    }
  },
  'an entry that is asked for again': async () => {
    const { venue, bia, caio } = await anEvening()
    const davi = new Guest(venue, 'Davi')
    await venue.enter(davi)
    await stayOnline(venue, davi)
    return {
      venue,
      others: [bia, caio],
      act: () => isDone(venue, (room) => venue.enter(davi, {}, room)),
    }
  },
  'a recovery with the key': async () => {
    const { venue, bia, caio } = await anEvening()
    const davi = await venue.admit('Davi', { phone: PHONE })
    await stayOnline(venue, davi)
    const { device } = davi
    const again = new Guest(venue, 'Davi de volta')
    const act = () => isDone(venue, (room) => venue.enter(again, { phone: PHONE, device }, room))
    return { venue, others: [bia, caio], act }
  },
  'a recovery by phone alone': async () => {
    const { venue, bia, caio } = await anEvening()
    const davi = await venue.admit('Davi', { phone: PHONE })
    await goOffline(venue, davi)
    const other = new Guest(venue, 'Outro')
    const act = () => {
      // Each try from another network: one has ten an hour.
      const network = crypto.randomUUID()
      return isDone(venue, (room) => venue.enter(other, { phone: PHONE, network }, room))
    }
    return { venue, others: [bia, caio], act }
  },
  'one more tab of an unlisted person': async () => {
    const { venue, ana, bia, caio } = await anaIsUnlisted()
    const act = () => isDone(venue, (room) => room.continueAs(ana.device))
    return { venue, others: [bia, caio], act }
  },
  'an edit by an unlisted person': async () => {
    const { venue, ana, bia, caio } = await anaIsUnlisted()
    const act = () => isDone(venue, (room) => room.edit(ana.visit, { table: '12' }))
    return { venue, others: [bia, caio], act }
  },
  'one more tab': async () => {
    const { venue, ana, bia, caio } = await anEvening()
    return {
      venue,
      others: [bia, caio],
      act: () => isDone(venue, (room) => room.continueAs(ana.device)),
    }
  },
  'an edit': async () => {
    const { venue, ana, bia, caio } = await anEvening()
    const changes = { name: 'Aninha', table: '9', phone: PHONE }
    return {
      venue,
      others: [bia, caio],
      act: () => isDone(venue, (room) => room.edit(ana.visit, changes)),
    }
  },
  'another table': async () => {
    const { venue, ana, bia, caio } = await anEvening()
    const act = () => isDone(venue, (room) => room.edit(ana.visit, { table: '12' }))
    return { venue, others: [bia, caio], act }
  },
  leaving: async () => {
    const { venue, ana, bia, caio } = await anEvening()
    return {
      venue,
      others: [bia, caio],
      act: () => isDone(venue, (room) => room.startLeaving(ana.visit)),
    }
  },
  staying: async () => {
    const { venue, ana, bia, caio } = await anEvening()
    await venue.room.startLeaving(ana.visit)
    await set(venue, ana, 'leaving_ends_at', Date.now() + 600_000)
    return { venue, others: [bia, caio], act: () => isDone(venue, (room) => room.stay(ana.visit)) }
  },
  'a removal': async () => {
    const { venue, ana, bia, caio } = await anEvening()
    for (const one of [bia, caio]) await isAnswered(ana.page, aSay(one))
    const { device } = ana
    const second = new Guest(venue, 'Ana 2')
    await venue.enter(second, { device })
    await stayOnline(venue, second)
    return {
      venue,
      others: [bia, caio],
      act: () => isDone(venue, (room) => room.remove(ana.id, 'admin')),
    }
  },
  'the history of an unlisted person': async () => {
    const { venue, ana, bia, caio } = await anaIsUnlisted()
    const act = () => isDone(venue, (room) => room.history(ana.visit, bia.id, {}))
    return { venue, others: [bia, caio], act }
  },
  'one’s own data': async () => {
    const { venue, ana, bia, caio } = await anEvening()
    return {
      venue,
      others: [bia, caio],
      act: () => isDone(venue, (room) => room.ownData(ana.visit)),
    }
  },
  'a pause': async () => {
    const { venue, bia, caio } = await anEvening()
    await env.DB.prepare('UPDATE bars SET paused_at = 1 WHERE id = ?').bind(venue.barId).run()
    return {
      venue,
      others: [bia, caio],
      act: () => isDone(venue, (room) => room.barChanged(venue.barId)),
    }
  },
  'a monitor’s lease': async () => {
    const { venue, bia, caio } = await anEvening()
    const act = () => isDone(venue, (room) => room.watch(Date.now() + 90_000, 0))
    return { venue, others: [bia, caio], act }
  },
}

const wakeByAlarm = async (venue: Venue): Promise<undefined> => {
  await runDurableObjectAlarm(venue.room)
}

const ALARMS: Acts = {
  'the end of a leaving': async () => {
    const { venue, ana, bia, caio } = await anEvening()
    await isAnswered(ana.page, aSay(bia))
    await venue.room.startLeaving(ana.visit)
    await set(venue, ana, 'leaving_ends_at', 1)
    return { venue, others: [bia, caio], act: () => wakeByAlarm(venue) }
  },
  'the end of a grace': async () => {
    const { venue, bia, caio } = await anEvening()
    const davi = await venue.admit('Davi')
    await set(venue, davi, 'online_until', Date.now() - 1_000)
    return { venue, others: [bia, caio], act: () => wakeByAlarm(venue) }
  },
  'the end of a visit': async () => {
    const { venue, bia, caio } = await anEvening()
    const davi = await venue.admit('Davi')
    await stayOnline(venue, davi)
    await set(venue, davi, 'expires_at', 1)
    return { venue, others: [bia, caio], act: () => wakeByAlarm(venue) }
  },
}

interface View {
  people: string[]
  counts: number[]
}

/** What a page shows after all events about people. */
function viewOf(page: Page, self: Guest): View {
  const people = new Map<string, PublicPerson>()
  const said = [...page.all('message'), ...page.all('stored')]
  const partners = new Set(said.flatMap(({ message: { from, to } }) => [from, to]))
  let counts: number[] = []
  for (const frame of page.frames) {
    if (frame.type === 'snapshot') for (const one of frame.people) people.set(one.id, one)
    if (frame.type === 'snapshot' || frame.type === 'events') counts = [frame.total, frame.online]
    if (frame.type !== 'events') continue
    for (const event of frame.events) {
      const isGone = event.kind === 'aside' && !partners.has(event.personId)
      if (event.kind === 'left' || isGone) people.delete(event.personId)
      else if (event.kind !== 'aside') people.set(event.person.id, event.person)
    }
  }
  people.delete(self.id)
  return { people: [...people.values()].map((one) => JSON.stringify(one)).sort(), counts }
}

/** What a page of the same person is shown that opens now. */
async function freshViewOf({ venue }: Scene, guest: Guest): Promise<View & { talks: unknown }> {
  const kept = guest.page
  const page = await guest.connect()
  const { conversations } = await page.get('snapshot')
  const view = viewOf(page, guest)
  page.close()
  await page.until(() => page.closed)
  guest.goOnWith(kept)
  const held = () =>
    runInDurableObject(
      venue.room,
      (_, state) =>
        state.getWebSockets(guest.id).filter(({ readyState }) => readyState === 1).length,
    )
  while ((await held()) > 1) await scheduler.wait(2)
  return { ...view, talks: conversations }
}

/** Rows without what differs from run to run: who has which id, and when it was. */
function normalised(dump: Record<string, unknown[]>, { venue, carriesCursor }: Scene): unknown {
  const ids = new Map<string, string>()
  const text = JSON.stringify(dump)
    .replaceAll(venue.barId, 'BAR')
    .replace(/[\da-f]{8}-[\da-f-]{27}/g, (id) => {
      const name = ids.get(id) ?? `id ${ids.size}`
      ids.set(id, name)
      return name
    })
    .replace(/\b1\d{12}\b/g, '0')
    .replace(/"read_by_first":(\d+),"read_by_second":(\d+)/g, (_, one, other) =>
      carriesCursor ? '"reads":""' : `"reads":[${[one, other].sort()}]`,
    )
    .replace(/[\w-]{43}/g, 'hash')
    .replace(/"(mark|salt|subject)":"[\w-]{22}"/g, '"$1":"random"')
    .replace(/id \d+/g, 'id')
  const rows = Object.entries(JSON.parse(text) as Record<string, unknown[]>)
  return Object.fromEntries(
    rows.map(([table, all]) => [table, all.map((row) => JSON.stringify(row)).sort()]),
  )
}

/** Whether nothing was done. A failed commit may write a pending read position earlier. */
function isSame(
  before: Record<string, unknown[]>,
  dump: Record<string, unknown[]>,
  scene: Scene,
): boolean {
  const [one, other] = scene.carriesCursor
    ? [normalised(before, scene), normalised(dump, scene)]
    : [before, dump]
  return JSON.stringify(one) === JSON.stringify(other)
}

async function judge(scene: Scene, context: string): Promise<void> {
  const { venue, others } = scene
  for (const guest of others) expect([context, guest.page.closed]).toEqual([context, null])
  const [witness] = others
  if (!witness) return
  const fresh = await freshViewOf(scene, witness)
  const { talks, ...people } = fresh
  const told = () => JSON.stringify(viewOf(witness.page, witness)) === JSON.stringify(people)
  await vi.waitUntil(told, { timeout: 15_000, interval: 5 }).catch(() => {
    expect([context, viewOf(witness.page, witness)]).toEqual([context, people])
  })
  await venue.sleep()
  expect([context, await freshViewOf(scene, witness)]).toEqual([context, fresh])
  expect(talks).toBeDefined()
}

/** In the quick run every ninth statement fails, another ninth for each change: a sleep takes 1 s. */
const QUICK_STRIDE = 9

for (const [kind, acts] of Object.entries({ FRAMES, UPGRADES, CALLS, ALARMS })) {
  for (const [index, [name, open]] of Object.entries(acts).entries()) {
    test(`R8 ${name}: whichever statement fails, it is done or not, and nobody else notices`, {
      timeout: within(60_000),
    }, async () => {
      const isFull = isFullSize()
      const [first, stride] = isFull ? [1, 1] : [1 + (index % QUICK_STRIDE), QUICK_STRIDE]
      const whole = await open()
      expect((await whole.act()) ?? true).toBe(true)
      const after = normalised(await dumpOf(whole.venue.room, INDEPENDENT), whole)
      for (const isAsleep of isFull ? [true, false] : [true]) {
        let scene = await open()
        for (let at = first; ; at += stride) {
          const { venue, act } = scene
          const before = await dumpOf(venue.room, INDEPENDENT)
          if (isAsleep) await venue.sleep()
          await storage.standBefore(venue.room)
          storage.arm(at)
          const done = await act()
          const { calls } = storage
          storage.disarm()
          const context = `${kind} ${name}, ${isAsleep ? 'asleep' : 'awake'}, statement ${at}`
          const dump = await dumpOf(venue.room, INDEPENDENT)
          const isAsBefore = isSame(before, dump, scene)
          if (done === true || !isAsBefore) {
            expect([context, normalised(dump, scene)]).toEqual([context, after])
          }
          // Rule 7: what fails in an alarm is tried again by the next one.
          if (kind === 'ALARMS') await runDurableObjectAlarm(venue.room)
          await judge(scene, context)
          if (calls < at) {
            expect([context, done ?? true]).toEqual([context, true])
            break
          }
          // The change succeeded, or has no answer: the next failure gets a new room.
          if (kind === 'ALARMS' || !isAsBefore || done) scene = await open()
        }
      }
    })
  }
}
