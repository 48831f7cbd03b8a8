import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { Entered } from '#contract/entered.ts'
import type { CloseName, ResumePoint } from '#contract/protocol.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { Transport, TransportEvents } from '#test/client/room-socket.ts'
import { RoomSocket } from '#test/client/room-socket.ts'
import type { DeviceClaim } from '#worker/auth/tokens.ts'
import { hashSecret, readDeviceKey } from '#worker/auth/tokens.ts'
import { mintBarId } from '#worker/db/new-bars.ts'
import { roomOf } from '#worker/durable-objects.ts'
import type { BarRoom } from '#worker/room/bar-room.ts'
import type { Browser } from '#worker/room/rpc.ts'
import { readRefusal, upgradeHeaders } from '#worker/room/rpc.ts'
import { tablesOf } from './faulty-storage.ts'
import { insertMessages } from './full-bar.ts'
import { passTime } from './stopped-clock.ts'

export type EnterOptions = Partial<{ phone: string; photo: string }> &
  Partial<Browser> & { entryCode?: string }

const OPEN = 1

type People<Names extends string[]> = { [At in keyof Names]: Person }

/** A bar that exists in D1, with its room. Each test opens its own. */
export class Bar {
  readonly barId: string
  /** Returns a new stub each time, because a stub that has seen an exception stays broken. */
  get room(): DurableObjectStub<BarRoom> {
    return roomOf(env, this.barId)
  }

  private constructor(barId: string) {
    this.barId = barId
  }

  static async open(): Promise<Bar> {
    const barId = mintBarId()
    await env.DB.prepare('INSERT INTO bars (id, name, address, city) VALUES (?, ?, ?, ?)')
      .bind(barId, 'Bar do Teste', 'Rua Augusta', 'São Paulo')
      .run()
    return new Bar(barId)
  }

  /** A bar with these people, who have no page. */
  static admitted<Names extends string[]>(...names: Names): Promise<[Bar, ...People<Names>]> {
    return Bar.#with(names, (bar, name) => bar.admit(name))
  }

  /** A bar with these people, who have a page each. */
  static seated<Names extends string[]>(...names: Names): Promise<[Bar, ...People<Names>]> {
    return Bar.#with(names, (bar, name) => bar.seat(name))
  }

  static async #with<Names extends string[]>(
    names: Names,
    come: (bar: Bar, name: string) => Promise<Person>,
  ): Promise<[Bar, ...People<Names>]> {
    const bar = await Bar.open()
    const people: Person[] = []
    for (const name of names) people.push(await come(bar, name))
    return [bar, ...(people as People<Names>)]
  }

  /** Makes a profile, without a page. */
  async admit(name: string, options: EnterOptions = {}) {
    const person = new Person(this, name)
    const entered = await this.enter(person, options)
    if (!entered.ok) throw new Error(entered.code)
    return person
  }

  /** Asks the room to admit a person, who then has the minted id and secret. */
  async enter(
    person: Person,
    options: EnterOptions = {},
    room: Pick<DurableObjectStub<BarRoom>, 'enter'> | BarRoom = this.room,
  ) {
    const profile = {
      name: person.name,
      phone: options.phone ?? null,
      photo: options.photo ?? null,
      interest: 'all' as const,
      showsInterest: true,
      table: '7',
    }
    const { network = `network of ${person.attempt}`, wideNetwork = null } = options
    const { device = null, mark = null, entryCode = null } = options
    const browser = { device, mark, network, wideNetwork }
    const answer = await room.enter(this.barId, person.attempt, profile, browser, entryCode)
    if (answer.ok) person.as(answer.entered)
    return answer
  }

  /** Admits `count` people without a page. */
  async crowd(count: number): Promise<Person[]> {
    const people: Person[] = []
    while (people.length < count) people.push(await this.admit(`Pessoa ${people.length}`))
    return people
  }

  /** Makes a profile and opens its page. */
  async seat(name: string, options: EnterOptions = {}): Promise<Person> {
    const person = await this.admit(name, options)
    await person.connect()
    return person
  }

  /** Inserts `count` messages between the two, a second apart, up to now. */
  async write(from: Person, to: Person, count: number, text?: string): Promise<void> {
    const texts = Array.from({ length: count }, (_, index) => text ?? String(index + 1))
    await runInDurableObject(this.room, (_, { storage: { sql } }) =>
      insertMessages(sql, from.id, to.id, texts),
    )
    // A running room would not look for rows that it did not write.
    await this.sleep()
  }

  /** Ends the visit as its person does. */
  async leave(person: Person): Promise<void> {
    await this.room.leave(person.visit)
  }

  /** Has the room's alarm ring, whenever it is due. False if none was set. */
  ring(): Promise<boolean> {
    return runDurableObjectAlarm(this.room)
  }

  /** Moves a stopped clock on and runs the alarm. */
  ringAfter(ms: number): Promise<boolean> {
    passTime(ms)
    return this.ring()
  }

  alarm(): Promise<number | null> {
    return runInDurableObject(this.room, (_, { storage }) => storage.getAlarm())
  }

  /** Asks the room's own file, past the room. */
  sql<Row extends Record<string, SqlStorageValue>>(
    query: string,
    ...values: SqlStorageValue[]
  ): Promise<Row[]> {
    return runInDurableObject(this.room, (_, { storage }) =>
      storage.sql.exec<Row>(query, ...values).toArray(),
    )
  }

  /** How many pages the room holds for open: of this person, or of everybody. */
  countOpen(person?: Person): Promise<number> {
    return runInDurableObject(this.room, (_, state) => {
      const sockets = state.getWebSockets(person?.id)
      return sockets.filter(({ readyState }) => readyState === OPEN).length
    })
  }

  /** Lets this time pass without a sign of life from the person's sockets. */
  async silence({ id }: Pick<Person, 'id'>, ms: number): Promise<void> {
    // The room must sleep first, or its pending work would overwrite this.
    await this.sleep()
    await runInDurableObject(this.room, (_, state) => {
      for (const socket of state.getWebSockets(id)) {
        const attachment = socket.deserializeAttachment()
        socket.serializeAttachment({ ...attachment, acceptedAt: Date.now() - ms })
      }
      state.storage.sql.exec('UPDATE bar_profiles SET online_until = 1 WHERE id = ?', id)
    })
    await this.sleep()
  }

  /** Writes a column of a person's row, past the room, which does not know it before it has slept. */
  async set({ id }: Pick<Person, 'id'>, column: string, value: SqlStorageValue): Promise<void> {
    await this.sql(`UPDATE bar_profiles SET ${column} = ? WHERE id = ?`, value, id)
    await this.sleep()
  }

  /** A column of a person's row; nothing if the row is gone. */
  async get({ id }: Person, column: string): Promise<SqlStorageValue | undefined> {
    const [row] = await this.sql(`SELECT ${column} AS value FROM bar_profiles WHERE id = ?`, id)
    return row?.value
  }

  /** The texts of a conversation as one of its two reads it, or why not. */
  async textsFor(reader: Person, partner: Person): Promise<string[] | string> {
    const page = reader.hasPage && !reader.page.closed ? reader.page : await reader.connect()
    if (page.closed) return page.closed.reason
    const answer = await page.history(partner.id)
    return answer.type === 'history' ? answer.messages.map(({ text }) => text) : answer.reason
  }

  /** The platform resets the room without a word. */
  async crash(): Promise<void> {
    const reset = runInDurableObject(this.room, (_, state) => state.abort('out of memory'))
    await expect(reset).rejects.toThrow('out of memory')
  }

  /** Rings the alarm, and waits until the monitor has confirmed these numbers. */
  async pushed(online: number, total: number): Promise<void> {
    await this.ring()
    const query = 'SELECT 1 FROM room WHERE pushed_online = ? AND pushed_total = ?'
    while ((await this.sql(query, online, total)).length === 0) await scheduler.wait(5)
  }

  /** Waits until R2 has confirmed every photo that the room had to erase. */
  async photosErased(): Promise<void> {
    while ((await this.sql('SELECT 1 FROM outbox WHERE kind = ?', 'photo')).length > 0)
      await scheduler.wait(5)
  }

  /** Waits until the room has erased its whole file. Before that, it pushes a headcount of zero. */
  async erased(): Promise<void> {
    for (;;) {
      const pushed = await runInDurableObject(this.room, (_, { storage: { sql } }) =>
        tablesOf(sql).includes('room') ? sql.exec('SELECT pushed_total FROM room').one() : null,
      )
      if (!pushed) return
      if (pushed.pushed_total !== 0) await this.ringAfter(8_000)
      await scheduler.wait(5)
    }
  }

  /** Lists the tables of the room's file, of which an erased room has none. */
  tables(): Promise<string[]> {
    return runInDurableObject(this.room, (_, { storage }) => tablesOf(storage.sql))
  }

  /** Puts the room to sleep; its sockets live through it. */
  async sleep(): Promise<void> {
    // Only a running room can be evicted.
    await this.room.countedHours()
    await evictDurableObject(this.room)
  }
}

/** A person of a bar, as their page is: a secret, and a socket when it is open. */
export class Person {
  id: string = crypto.randomUUID()
  secretHash: string = crypto.randomUUID()
  readonly attempt: string
  readonly expiresAt = Date.now() + TIMINGS.visitMs
  readonly name: string
  readonly #bar: Bar
  #page: RoomSocket | null = null
  #entered: Entered | null = null

  constructor(bar: Bar, name: string, attempt: string = crypto.randomUUID()) {
    this.#bar = bar
    this.name = name
    this.attempt = attempt
  }

  /** Goes on with what the room answered. */
  as(entered: Entered): this {
    this.#entered = entered
    this.id = entered.person.id
    this.secretHash = hashSecret(entered.secret)
    return this
  }

  /** The answer that the browser got for its profile. */
  get entered(): Entered {
    if (!this.#entered) throw new Error(`${this.name} has not entered`)
    return this.#entered
  }

  /** The claim in the device key. */
  get device(): DeviceClaim {
    const claim = readDeviceKey(env.VISIT_SIGNING_KEY, this.entered.deviceKey)
    if (!claim) throw new Error('no device key of ours')
    return claim
  }

  get mark(): NonNullable<Browser['mark']> {
    return { id: this.device.mark, text: this.entered.mark }
  }

  get visit(): { personId: string; secretHash: string } {
    return { personId: this.id, secretHash: this.secretHash }
  }

  get hasPage(): boolean {
    return this.#page !== null
  }

  /** The page that was opened last. */
  get page(): RoomSocket {
    if (!this.#page) throw new Error(`${this.name} has no page open`)
    return this.#page
  }

  /** Opens a page and waits for its first frame or its refusal. */
  async connect(
    resume: ResumePoint | null = null,
    confirms = true,
    chat: string | null = null,
  ): Promise<RoomSocket> {
    const response = await this.#upgrade(resume, chat)
    const socket = response.webSocket ?? closedWith(readRefusal(response))
    this.#page = await acceptSocket(socket, confirms)
    await this.#page.opened()
    return this.#page
  }

  /** Opens a page that reads nothing and keeps nothing. */
  async openSilently(): Promise<void> {
    const { webSocket } = await this.#upgrade()
    if (!webSocket) throw new Error('refused')
    webSocket.accept()
  }

  #upgrade(resume: ResumePoint | null = null, chat: string | null = null): Promise<Response> {
    const { barId, room } = this.#bar
    const visit = { ...this.visit, barId, expiresAt: this.expiresAt }
    const from = { network: `network of ${this.attempt}`, wideNetwork: null }
    const headers = upgradeHeaders({ visit, resume, chat, ...from })
    return room.fetch('http://room/', { headers })
  }

  /** The page's position after its last frame, from which it can resume. */
  get place(): ResumePoint {
    const last = this.page.frames.flatMap((frame) => ('epoch' in frame ? [frame] : [])).at(-1)
    if (!last) throw new Error('nothing heard yet')
    return { epoch: last.epoch, number: last.number }
  }

  /** Connects once more and returns the snapshot. */
  async look() {
    return (await this.connect()).get('snapshot')
  }

  /** Waits until the room has answered. */
  async close(code?: number): Promise<void> {
    const { page } = this
    page.close(code)
    await page.until(() => page.closed)
  }

  /** Looks away from the page, or back at it. */
  async turn(to: 'hidden' | 'visible'): Promise<void> {
    this.page.send({ type: to })
    await this.page.settle()
  }

  /** Has read so far; waits until the room has heard it. */
  read(partner: Person, through: number) {
    this.page.send({ type: 'read', personId: partner.id, through })
    const isThis = (frame: { personId: string; through: number }) =>
      frame.personId === partner.id && frame.through === through
    return this.page.get('read', isThis)
  }

  say(to: Person, text: string, id: string = crypto.randomUUID()): string {
    this.page.send({ type: 'say', id, to: to.id, text })
    return id
  }

  /** Says it, and waits until the room has stored it. */
  store(to: Person, text: string) {
    const id = this.say(to, text)
    return this.page.get('stored', ({ message }) => message.id === id)
  }

  /** Says it, and waits until the other's page has it. */
  deliver(to: Person, text: string) {
    const id = this.say(to, text)
    return to.page.get('message', ({ message }) => message.id === id)
  }
}

/** The closed socket that the Worker returns for an upgrade that the room refuses. */
function closedWith(reason: CloseName | null): WebSocket {
  if (!reason) throw new Error('neither a socket nor a refusal')
  const { 0: client, 1: server } = new WebSocketPair()
  server.accept()
  server.close(CLOSE[reason], reason)
  return client
}

export function acceptSocket(socket: WebSocket, confirms = true): Promise<RoomSocket> {
  return RoomSocket.open((events) => toTransport(socket, events), { confirms })
}

function toTransport(socket: WebSocket, { onFrame, onClose }: TransportEvents): Transport {
  socket.addEventListener('message', ({ data }) => {
    if (typeof data !== 'string') throw new Error('a binary frame')
    onFrame(data)
  })
  socket.addEventListener('close', ({ code, reason }) => onClose(code, reason))
  socket.accept()
  const close = (code?: number) => socket.close(code)
  const send = (frame: string) => {
    socket.send(frame)
    return true
  }
  return { send, close, reset: close }
}
