import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import { BAR_ID_ALPHABET, BAR_ID_LENGTH } from '#contract/bar-id.ts'
import type { Entered } from '#contract/entered.ts'
import type { Interest } from '#contract/interest.ts'
import type { CloseName, ResumePoint, ServerMessage } from '#contract/protocol.ts'
import { CLOSE, serverMessageSchema } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { DeviceClaim } from '#worker/auth/tokens.ts'
import { hashSecret, readDeviceKey } from '#worker/auth/tokens.ts'
import { roomOf } from '#worker/durable-objects.ts'
import type { BarRoom } from '#worker/room/bar-room.ts'
import { toConversationId, toRowKey } from '#worker/room/messages.ts'
import type { Browser } from '#worker/room/rpc.ts'
import { readRefusal, upgradeHeaders } from '#worker/room/rpc.ts'

const WAIT_MS = 30_000

/** An id that nobody has. */
export const NOBODY = '00000000-0000-4000-8000-000000000000'

export type EnterOptions = Partial<{ phone: string; interest: Interest; photo: string }> &
  Partial<Browser>

/** A bar that exists in D1, with its room. Each test opens its own. */
export class Venue {
  readonly barId: string
  /** Asked for anew each time: a stub that has seen an exception stays broken. */
  get room(): DurableObjectStub<BarRoom> {
    return roomOf(env, this.barId)
  }

  private constructor(barId: string) {
    this.barId = barId
  }

  static async open(): Promise<Venue> {
    const letters = crypto.getRandomValues(new Uint8Array(BAR_ID_LENGTH))
    const barId = [...letters]
      .map((byte) => BAR_ID_ALPHABET.charAt(byte % BAR_ID_ALPHABET.length))
      .join('')
    await env.DB.prepare('INSERT INTO bars (id, name, address, city) VALUES (?, ?, ?, ?)')
      .bind(barId, 'Bar do Teste', 'Rua Augusta', 'São Paulo')
      .run()
    return new Venue(barId)
  }

  /** Makes a profile, without a page. */
  async admit(name: string, options: EnterOptions = {}) {
    const guest = new Guest(this, name)
    const entered = await this.enter(guest, options)
    if (!entered.ok) throw new Error(entered.code)
    return guest
  }

  /** Asks the room to let somebody in, who then has the id and the secret that it minted. */
  async enter(
    guest: Guest,
    options: EnterOptions = {},
    room: Pick<DurableObjectStub<BarRoom>, 'enter'> | BarRoom = this.room,
  ) {
    const profile = {
      name: guest.name,
      phone: options.phone ?? null,
      photo: options.photo ?? null,
      interest: options.interest ?? 'all',
      showsInterest: true,
      table: '7',
    }
    const { device = null, mark = null, network = `network of ${guest.attempt}` } = options
    const browser = { device, mark, network }
    const answer = await room.enter(this.barId, guest.attempt, profile, browser)
    if (answer.ok) guest.as(answer.entered)
    return answer
  }

  /** Makes a profile and opens its page. */
  async seat(name: string): Promise<Guest> {
    const guest = await this.admit(name)
    await guest.connect()
    return guest
  }

  /** Has one have written to the other so often, a second apart, up to now. */
  async write(from: Guest, to: Guest, count: number): Promise<void> {
    const id = toConversationId(from.id, to.id)
    await runInDurableObject(this.room, (_, { storage: { sql } }) => {
      sql.exec('INSERT INTO conversations VALUES (?, 0, 0)', toRowKey(id))
      for (let number = 1; number <= count; number += 1) {
        const at = Date.now() - (count - number) * 1_000
        const values = [id, number, crypto.randomUUID(), from.id, String(number), at]
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
  async sleep(): Promise<void> {
    // Only who is awake can be put to sleep.
    await this.room.countedHours()
    await evictDurableObject(this.room)
  }
}

/** A person of a bar, as their page is: a secret, and a socket when it is open. */
export class Guest {
  id: string = crypto.randomUUID()
  secretHash: string = crypto.randomUUID()
  readonly attempt: string
  readonly expiresAt = Date.now() + TIMINGS.visitMs
  readonly name: string
  readonly #venue: Venue
  #page: Page | null = null
  #entered: Entered | null = null

  constructor(venue: Venue, name: string, attempt: string = crypto.randomUUID()) {
    this.#venue = venue
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
  get page(): Page {
    if (!this.#page) throw new Error(`${this.name} has no page open`)
    return this.#page
  }

  /** Opens a page and waits for its first frame or its refusal. */
  async connect(resume: ResumePoint | null = null, sharesFrames = true): Promise<Page> {
    const { barId, room } = this.#venue
    const visit = { ...this.visit, barId, expiresAt: this.expiresAt }
    const response = await room.fetch('http://room/', {
      headers: upgradeHeaders({ visit, resume, sharesFrames }),
    })
    this.#page = new Page(response.webSocket ?? closedWith(readRefusal(response)))
    await this.#page.opened()
    return this.#page
  }

  /** Uses an earlier page again, after another one was closed. */
  goOnWith(page: Page): void {
    this.#page = page
  }

  say(to: Guest, text: string, id: string = crypto.randomUUID()): string {
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

/** One message, or several that share the frame. */
const frameSchema = v.pipe(
  v.union([serverMessageSchema, v.pipe(v.array(serverMessageSchema), v.minLength(2))]),
  v.transform((frame) => [frame].flat()),
)

type Of<T extends ServerMessage['type']> = Extract<ServerMessage, { type: T }>

/** One open socket and every frame that it has received. */
export class Page {
  readonly frames: ServerMessage[] = []
  readonly raw: string[] = []
  closed: { code: number; reason: string } | null = null
  readonly #socket: WebSocket
  readonly #waiting: (() => void)[] = []

  constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      if (typeof data !== 'string') throw new Error('a binary frame')
      this.raw.push(data)
      if (data !== 'pong') this.frames.push(...v.parse(frameSchema, JSON.parse(data)))
      this.#wake()
    })
    socket.addEventListener('close', ({ code, reason }) => {
      this.closed = { code, reason }
      this.#wake()
    })
    socket.accept()
  }

  send(message: unknown): void {
    this.#socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  close(code = 1000): void {
    this.#socket.close(code)
  }

  opened(): Promise<unknown> {
    return this.until(() => this.closed ?? this.frames[0])
  }

  all<T extends ServerMessage['type']>(type: T): Of<T>[] {
    return this.frames.filter((frame): frame is Of<T> => frame.type === type)
  }

  /** The first frame of a type, or the first that fits; waits for it. */
  get<T extends ServerMessage['type']>(type: T, fits: (frame: Of<T>) => boolean = () => true) {
    return this.until(() => this.all(type).find(fits))
  }

  /** All the events told so far. */
  events() {
    return this.all('events').flatMap((frame) => frame.events)
  }

  /** Waits until something is true of what was received. */
  async until<T>(look: () => T | null | undefined | false): Promise<T> {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      this.#wake()
    }, WAIT_MS)
    try {
      for (;;) {
        const found = look()
        if (found) return found
        if (isLate)
          throw new Error(`Not seen within ${WAIT_MS} ms: ${look} in ${this.raw.join('\n')}`)
        await new Promise<void>((resolve) => this.#waiting.push(resolve))
      }
    } finally {
      clearTimeout(timer)
    }
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  /** Answers once the room has handled everything that this page sent before. */
  async settle(): Promise<void> {
    const refusals = this.all('read').length
    this.send({ type: 'read', personId: NOBODY, through: 0 })
    await this.until(() => this.all('read').length > refusals)
  }
}
