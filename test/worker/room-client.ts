import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { BAR_ID_ALPHABET, BAR_ID_LENGTH } from '#contract/bar-id.ts'
import type { Entered } from '#contract/entered.ts'
import type { Interest } from '#contract/interest.ts'
import type { CloseName, ResumePoint } from '#contract/protocol.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { Transport, TransportEvents } from '#test/client/room-socket.ts'
import { RoomSocket } from '#test/client/room-socket.ts'
import type { DeviceClaim } from '#worker/auth/tokens.ts'
import { hashSecret, readDeviceKey } from '#worker/auth/tokens.ts'
import { roomOf } from '#worker/durable-objects.ts'
import type { BarRoom } from '#worker/room/bar-room.ts'
import { toConversationId, toRowKey } from '#worker/room/messages.ts'
import type { Browser, Networks } from '#worker/room/rpc.ts'
import { readRefusal, upgradeHeaders } from '#worker/room/rpc.ts'

export type EnterOptions = Partial<{ phone: string; interest: Interest; photo: string }> &
  Partial<Browser> & { entryCode?: string }

/** A bar that exists in D1, with its room. Each test opens its own. */
export class Bar {
  readonly barId: string
  /** Asked for anew each time: a stub that has seen an exception stays broken. */
  get room(): DurableObjectStub<BarRoom> {
    return roomOf(env, this.barId)
  }

  private constructor(barId: string) {
    this.barId = barId
  }

  static async open(): Promise<Bar> {
    const letters = crypto.getRandomValues(new Uint8Array(BAR_ID_LENGTH))
    const barId = [...letters]
      .map((byte) => BAR_ID_ALPHABET.charAt(byte % BAR_ID_ALPHABET.length))
      .join('')
    await env.DB.prepare('INSERT INTO bars (id, name, address, city) VALUES (?, ?, ?, ?)')
      .bind(barId, 'Bar do Teste', 'Rua Augusta', 'São Paulo')
      .run()
    return new Bar(barId)
  }

  /** Makes a profile, without a page. */
  async admit(name: string, options: EnterOptions = {}) {
    const person = new Person(this, name)
    const entered = await this.enter(person, options)
    if (!entered.ok) throw new Error(entered.code)
    return person
  }

  /** Asks the room to let somebody in, who then has the id and the secret that it minted. */
  async enter(
    person: Person,
    options: EnterOptions = {},
    room: Pick<DurableObjectStub<BarRoom>, 'enter'> | BarRoom = this.room,
  ) {
    const profile = {
      name: person.name,
      phone: options.phone ?? null,
      photo: options.photo ?? null,
      interest: options.interest ?? 'all',
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

  /** Makes a profile and opens its page. */
  async seat(name: string): Promise<Person> {
    const person = await this.admit(name)
    await person.connect()
    return person
  }

  /** Has one have written to the other so often, a second apart, up to now. */
  async write(from: Person, to: Person, count: number, text?: string): Promise<void> {
    const id = toConversationId(from.id, to.id)
    await runInDurableObject(this.room, (_, { storage: { sql } }) => {
      sql.exec(
        'INSERT INTO conversations (id, read_by_first, read_by_second) VALUES (?, 0, 0)',
        toRowKey(id),
      )
      for (let number = 1; number <= count; number += 1) {
        const at = Date.now() - (count - number) * 1_000
        const values = [id, number, crypto.randomUUID(), from.id, text ?? String(number), at]
        sql.exec('INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?)', ...values)
      }
    })
    // The room had no reason to look for what it did not write.
    await this.sleep()
  }

  /** Waits until the monitor has confirmed that the bar is on its list, or off it. */
  async listed(isListed: boolean): Promise<void> {
    const read = () =>
      runInDurableObject(this.room, (_, { storage: { sql } }) =>
        sql.exec<{ listed: number }>('SELECT is_listed AS listed FROM room').one(),
      )
    while ((await read()).listed !== Number(isListed)) await scheduler.wait(5)
  }

  /** Waits until R2 has confirmed every photo that the room had to erase. */
  async photosErased(): Promise<void> {
    const count = () =>
      runInDurableObject(this.room, (_, { storage: { sql } }) =>
        sql.exec<{ n: number }>('SELECT count(*) AS n FROM photo_erasures').one(),
      )
    while ((await count()).n > 0) await scheduler.wait(5)
  }

  /** Puts the room to sleep; its sockets live through it. */
  /** Of the room's own file; none once it is erased. */
  tables(): Promise<string[]> {
    return runInDurableObject(this.room, (_, { storage }) =>
      storage.sql
        .exec<{ name: string }>("SELECT name FROM sqlite_master WHERE substr(name, 1, 1) <> '_'")
        .toArray()
        .map(({ name }) => name),
    )
  }

  async sleep(): Promise<void> {
    // Only who is awake can be put to sleep.
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
  /** Where their pages connect from; by default a network of their own. */
  networks: Partial<Networks> = {}
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

  /** What the browser was given when it made the profile. */
  get entered(): Entered {
    if (!this.#entered) throw new Error(`${this.name} has not entered`)
    return this.#entered
  }

  /** The profile that the device key stands for. */
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
    sharesFrames = true,
    confirms = true,
  ): Promise<RoomSocket> {
    const { barId, room } = this.#bar
    const visit = { ...this.visit, barId, expiresAt: this.expiresAt }
    const { network = `network of ${this.attempt}`, wideNetwork = null } = this.networks
    const response = await room.fetch('http://room/', {
      headers: upgradeHeaders({ visit, resume, sharesFrames, network, wideNetwork }),
    })
    const socket = response.webSocket ?? closedWith(readRefusal(response))
    this.#page = await acceptSocket(socket, confirms)
    await this.#page.opened()
    return this.#page
  }

  /** Uses an earlier page again, after another one was closed. */
  goOnWith(page: RoomSocket): void {
    this.#page = page
  }

  say(to: Person, text: string, id: string = crypto.randomUUID()): string {
    this.page.send({ type: 'say', id, to: to.id, text })
    return id
  }
}

/** What the Worker makes of an upgrade that the room refuses. */
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
