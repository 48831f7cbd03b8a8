import fc from 'fast-check'
import { vi } from 'vitest'
import type { ClientMessage, ServerMessage } from '#contract/protocol.ts'
import type { RoomSocket } from '#test/client/room-socket.ts'
import { NOBODY } from '#test/client/room-socket.ts'
import { idOf } from '#test/fakes/room.ts'
import { RUSH_WINDOW_MS } from '#worker/room/sockets/broadcast.ts'
import type { EnterOptions } from './room-client.ts'
import { Bar, Person } from './room-client.ts'
import { passTime } from './stopped-clock.ts'
import { viewOf } from './view.ts'

const NAMES = ['Ana', 'Bia', 'Caio', 'Davi', 'Eva']
const ADMIN = '00000000-0000-4000-8000-00000000000a'
/** Recovery by phone alone needs a person without a socket for longer than the grace period. */
const OFFLINE_AFTER_MS = 9_000
const STEP_MS = 500

/** How often each act occurs in a script. Its place and its people are random. */
const TIMES = {
  block: 4,
  unblock: 2,
  say: 48,
  repeat: 8,
  read: 16,
  fold: 4,
  open: 22,
  close: 12,
  hide: 6,
  show: 4,
  edit: 8,
  wait: 26,
  leave: 8,
  enter: 12,
  continueAs: 4,
  remove: 3,
  recover: 6,
  nonsense: 7,
}
type Act = keyof typeof TIMES
const NEEDS_PAGE: readonly Act[] = ['say', 'repeat', 'read', 'fold', 'hide', 'show', 'nonsense']
const ACTS = Object.entries(TIMES).flatMap(([act, times]) => Array<Act>(times).fill(act as Act))

/** One act: its actor, its partner and the pause before it. An impossible act is skipped. */
type Moment = { act: Act; who: number; whom: number; waitMs: number }

/** Evenings of 200 moments, in which everything that can happen to a room does. */
export const evenings: fc.Arbitrary<Moment[]> = fc
  .tuple(
    fc.shuffledSubarray(ACTS, { minLength: ACTS.length, maxLength: ACTS.length }),
    fc.array(
      fc.record({
        who: fc.nat(NAMES.length - 1),
        whom: fc.nat(NAMES.length - 1),
        waitMs: fc.constantFrom(300, 1_000, 2_500, 9_000, 20_000),
      }),
      { minLength: ACTS.length, maxLength: ACTS.length },
    ),
  )
  .map(([acts, rest]) => rest.map((moment, at) => ({ ...moment, act: acts[at] as Act })))

/** How long a moment takes by the room's clock, which the test puts. */
export function durationOf({ act, waitMs }: Moment): number {
  if (act === 'wait') return waitMs
  return act === 'recover' ? OFFLINE_AFTER_MS + STEP_MS : STEP_MS
}

/** A seat at the bar: its present person, and every page that was ever opened there. */
class Seat {
  readonly name: string
  readonly phone: string
  person: Person
  readonly opened: { by: Person; page: RoomSocket }[] = []
  lastSaid: string | null = null

  constructor(at: number, person: Person) {
    this.name = person.name
    this.phone = `+551198765432${at}`
    this.person = person
  }

  get open() {
    return this.opened.findLast(({ page }) => !page.closed)
  }
}

/** An evening of one script, and all that can be seen of it. Ids and the clock are the script's. */
export class RandomEvening {
  readonly #bar: Bar
  readonly #seats: Seat[]
  /** The room's answers to calls. */
  readonly #answers: string[] = []
  #ids = 0

  private constructor(bar: Bar) {
    this.#bar = bar
    this.#seats = NAMES.map((name, at) => new Seat(at, this.#newPerson(name)))
  }

  static async begin(): Promise<RandomEvening> {
    const evening = new RandomEvening(await Bar.open())
    for (const seat of evening.#seats) {
      await evening.#enter(seat, seat.person)
      await evening.#open(seat, seat.person)
    }
    return evening
  }

  sleep(): Promise<void> {
    return this.#bar.sleep()
  }

  /** Runs every due alarm, because the real clock never reaches alarms of the stopped one. */
  async catchUp(): Promise<boolean> {
    for (let rings = 0; ; rings += 1) {
      const at = await this.#bar.alarm()
      if (at === null || at > Date.now()) return rings > 0
      await this.#bar.ring()
    }
  }

  async happen(moment: Moment): Promise<void> {
    const seat = this.#seats[moment.act === 'nonsense' ? 0 : moment.who] as Seat
    if (!seat.open && NEEDS_PAGE.includes(moment.act)) await this.#comeBack(seat)
    await this.#do(moment, seat, (this.#seats[moment.whom] as Seat).person)
    await this.#agreeOnSockets()
  }

  async #do({ act, waitMs, who, whom }: Moment, seat: Seat, other: Person): Promise<void> {
    const { room } = this.#bar
    const { by = seat.person, page } = seat.open ?? {}
    const through = 3 + (this.#ids % 5)
    const send = async (frame: ClientMessage) => {
      page?.send(frame)
      await page?.settle()
    }
    const note = async (answer: Promise<object>) => this.#note(await answer)
    const acts: Record<Act, () => Promise<void> | undefined> = {
      say: () => page && this.#say(seat, page, other, false),
      repeat: () => page && this.#say(seat, page, other, true),
      read: () => send({ type: 'read', personId: other.id, through }),
      fold: () => send({ type: 'fold', personId: other.id }),
      hide: () => send({ type: 'hidden' }),
      show: () => send({ type: 'visible' }),
      nonsense: () => page && this.#sendNonsense(page),
      open: () => this.#open(seat, seat.person),
      close: () => page && this.#close(page),
      wait: () => this.#passTime(waitMs),
      edit: () => note(room.edit(by.visit, { table: `${whom + 1}` })),
      leave: () => note(room.leave(by.visit)),
      continueAs: () => note(room.continueAs(seat.person.device)),
      remove: () => note(room.remove(seat.person.id, ADMIN, 'other')),
      block: () => note(room.block(by.visit, other.id)),
      unblock: () => note(room.unblock(by.visit, other.id)),
      enter: () => this.#comeAgain(who),
      recover: () => this.#recover(seat, whom % 2 === 0),
    }
    await acts[act]()
  }

  /** Lets a person who left return with the same browser, or with a new one after a refusal. */
  async #comeAgain(first: number): Promise<void> {
    const inTurn = [...this.#seats.slice(first), ...this.#seats.slice(0, first)]
    for (const seat of inTurn) if (!(await this.#isHere(seat))) return this.#sitDownAgain(seat)
  }

  async #comeBack(seat: Seat): Promise<void> {
    if (await this.#isHere(seat)) await this.#open(seat, seat.person)
    else await this.#sitDownAgain(seat)
  }

  async #isHere({ person }: Seat): Promise<boolean> {
    const rows = await this.#bar.sql('SELECT 1 FROM bar_profiles WHERE id = ?', person.id)
    return rows.length > 0
  }

  async #sitDownAgain(seat: Seat): Promise<void> {
    const { device, mark } = seat.person
    for (const browser of [{ device, mark }, {}]) {
      const person = this.#newPerson(seat.name)
      if (!(await this.#enter(seat, person, browser))) continue
      seat.person = person
      return this.#open(seat, person)
    }
  }

  /** A person who knows the phone number enters with it while its owner is offline. Some owners return. */
  async #recover(seat: Seat, comesBack: boolean): Promise<void> {
    if (!(await this.#isHere(seat))) await this.#sitDownAgain(seat)
    const owner = seat.person
    for (const { page } of seat.opened) {
      if (page.closed) continue
      page.send({ type: 'visible' })
      await this.#close(page)
    }
    await this.#passTime(OFFLINE_AFTER_MS)
    const other = this.#newPerson(seat.name)
    if (!(await this.#enter(seat, other))) return
    seat.person = comesBack ? owner : other
    await this.#open(seat, other)
    if (comesBack) await this.#open(seat, owner)
  }

  /** Two evenings of one script have the same ids: the room mints the attempt's own. */
  async #enter({ phone }: Seat, person: Person, browser: EnterOptions = {}): Promise<boolean> {
    const mint = vi.spyOn(crypto, 'randomUUID').mockReturnValue(person.attempt as MintedId)
    const answer = await this.#bar.enter(person, { phone, ...browser })
    mint.mockRestore()
    this.#note(answer)
    return answer.ok
  }

  async #open(seat: Seat, by: Person): Promise<void> {
    seat.opened.push({ by, page: await by.connect() })
  }

  async #close(page: RoomSocket): Promise<void> {
    page.close(1000)
    await page.until(() => page.closed)
  }

  async #say(from: Seat, page: RoomSocket, to: Person, isRepeat: boolean): Promise<void> {
    const id = (isRepeat && from.lastSaid) || this.#nextId()
    from.lastSaid = id
    const answers = () => page.all('stored').length + page.all('refused').length
    const before = answers()
    page.send({ type: 'say', id, to: to.id, text: `frase ${this.#nextId()}` })
    await page.until(() => page.closed || answers() > before)
  }

  async #sendNonsense(page: RoomSocket): Promise<void> {
    const before = page.all('refused').length
    for (const _ of ['once', 'twice']) page.send('{"type":"nonsense"}')
    await page.until(() => page.closed || page.all('refused').length >= before + 2)
  }

  async #passTime(ms: number): Promise<void> {
    passTime(ms)
    await this.catchUp()
  }

  /** Waits until pages and room hold the same sockets for open: a close takes its time. */
  async #agreeOnSockets(): Promise<void> {
    const opened = this.#seats.flatMap((seat) => seat.opened)
    while (opened.filter(({ page }) => !page.closed).length !== (await this.#bar.countOpen()))
      await scheduler.wait(1)
  }

  #note(answer: object): void {
    const isSecret = (key: string) => ['secret', 'deviceKey', 'mark'].includes(key)
    this.#answers.push(JSON.stringify(answer, (key, value) => (isSecret(key) ? undefined : value)))
  }

  #newPerson(name: string): Person {
    return new Person(this.#bar, name, this.#nextId())
  }

  #nextId(): string {
    this.#ids += 1
    return idOf(this.#ids)
  }

  /** The kinds of events that any page received. */
  get kinds(): string[] {
    return this.#seats
      .flatMap(({ opened }) => opened)
      .flatMap(({ page }) => page.events())
      .map(({ kind }) => kind)
  }

  /** The knowledge of each page, the answers to calls, a new page's snapshot, and the stored rows. */
  async atTheEnd() {
    await this.#passTime(0)
    // A timer of the real clock sends the batched events.
    await scheduler.wait(RUSH_WINDOW_MS)
    const told = []
    for (const { by, page } of this.#seats.flatMap(({ opened }) => opened)) {
      if (!page.closed) await page.settle()
      const { frames, closed } = page
      // A closed page has missed events that were still batched.
      const known = closed ? null : viewOf(frames, by)
      told.push({ known, answers: toAnswers(frames), closed: closed?.code })
    }
    const shown = []
    for (const { person } of this.#seats) {
      const page = await person.connect()
      shown.push(page.closed ?? toAnswers(page.frames))
    }
    const stored = []
    for (const query of STORED) stored.push((await this.#bar.sql(query)).map(withoutSecrets))
    return { answers: this.#answers, told, shown, stored }
  }
}

const STORED = [
  'SELECT * FROM bar_profiles ORDER BY id',
  'SELECT person, partner, is_folded FROM sides ORDER BY 1, 2',
  // The number of a conversation depends on the erasures since the last wake.
  `SELECT person, partner, number, id, sender, text, created_at
    FROM messages JOIN sides USING (conversation) ORDER BY 1, 2, 3`,
  'SELECT * FROM abuse_counts ORDER BY at',
  'SELECT * FROM phone_tries ORDER BY at, network',
  'SELECT person_id, name, is_own, blocked_at FROM blocks ORDER BY 1, 2, 3, 4',
  'SELECT * FROM removals ORDER BY removed_at',
]

/** Secrets and marks are made by chance; how many secrets there are is not. */
function withoutSecrets({ mark: _, subject: __, ...row }: Record<string, SqlStorageValue>) {
  const hashes = row.secret_hashes ? JSON.parse(String(row.secret_hashes)).length : 0
  return { ...row, secret_hashes: hashes }
}

type MintedId = ReturnType<typeof crypto.randomUUID>
type Snapshot = Extract<ServerMessage, { type: 'snapshot' }>

/**
 * A snapshot without the parts that differ from wake to wake. Its conversations have no order. An away
 * state waits for the next frame, and a room that sleeps right after a close forgets it.
 */
function withoutPlace({ epoch: _e, number: _n, conversations, people, ...rest }: Snapshot) {
  const sorted = conversations.toSorted((one, other) => (one.personId < other.personId ? -1 : 1))
  return { ...rest, people: people.map(({ away: _, ...person }) => person), conversations: sorted }
}

/** The page's other frames, in order. A newly woken room asks for more confirmations; those are left out. */
function toAnswers(frames: readonly ServerMessage[]) {
  const isAsked = (frame: ServerMessage) => frame.type === 'read' && frame.personId === NOBODY
  return frames
    .filter((frame) => !['events', 'checkpoint'].includes(frame.type) && !isAsked(frame))
    .map((frame) => (frame.type === 'snapshot' ? withoutPlace(frame) : frame))
}
