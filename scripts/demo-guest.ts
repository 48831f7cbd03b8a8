import type { Entered } from '#contract/entered.ts'
import { LIMITS } from '#contract/limits.ts'
import { toApi } from '#contract/paths.ts'
import type { PublicPerson } from '#contract/person.ts'
import type { EnterRequest } from '#contract/profile-form.ts'
import type { ClientMessage, RoomEvent, ServerMessage } from '#contract/protocol.ts'
import { isFinalClose, PING, PONG, SUBPROTOCOL } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'

/** A patron of the demo: what their page sends, over real HTTP and a real socket. */
export class DemoGuest {
  readonly #origin: string
  readonly #barId: string
  readonly #entered: Entered
  readonly #people = new Map<string, PublicPerson>()
  /** Who wrote and waits for an answer, and up to which message. */
  readonly #waiting = new Map<string, number>()
  #socket: WebSocket | null = null
  #pings: NodeJS.Timeout | undefined
  #frames = 0
  #over = false

  private constructor(origin: string, barId: string, entered: Entered) {
    this.#origin = origin
    this.#barId = barId
    this.#entered = entered
  }

  /** Makes a profile and opens its page. */
  static async arrive(
    origin: string,
    barId: string,
    profile: Pick<EnterRequest, 'name' | 'table' | 'interest'>,
  ): Promise<DemoGuest> {
    const whole: EnterRequest = {
      ...{
        attempt: crypto.randomUUID(),
        phone: null,
        photo: null,
        showsInterest: true,
        deviceKey: null,
        mark: null,
      },
      ...profile,
    }
    const answer = await fetch(origin + toApi.people(barId), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: origin },
      body: JSON.stringify(whole),
    })
    const text = await answer.text()
    if (answer.status !== 201) throw new Error(`${answer.status} ${text}`)
    const guest = new DemoGuest(origin, barId, JSON.parse(text))
    guest.unlock()
    return guest
  }

  /** The visit has ended, whoever ended it. */
  get isOver(): boolean {
    return this.#over
  }

  /** Whom a first message may go to. */
  get othersOnline(): string[] {
    const own = this.#entered.person.id
    return [...this.#people.values()]
      .filter(({ id, online }) => online && id !== own)
      .map(({ id }) => id)
  }

  get unanswered(): string[] {
    return [...this.#waiting.keys()].filter((id) => this.#people.has(id))
  }

  say(to: string, text: string): void {
    const through = this.#waiting.get(to)
    if (through !== undefined) this.#send({ type: 'read', personId: to, through })
    this.#waiting.delete(to)
    this.#send({ type: 'say', id: crypto.randomUUID(), to, text })
  }

  /** The phone goes into the pocket: the page says so, and then its connection is lost. */
  lock(): void {
    this.#send({ type: 'hidden' })
    this.#hangUp()
  }

  /** The phone is looked at again. */
  unlock(): void {
    if (this.#over || this.#socket) return
    const url = `${this.#origin.replace('http', 'ws')}${toApi.socket(this.#barId)}`
    // Node's own socket takes headers; browsers' type does not know them.
    const options = {
      protocols: [SUBPROTOCOL, this.#entered.secret],
      headers: { Origin: this.#origin },
    }
    const socket = new WebSocket(url, options as unknown as string[])
    this.#socket = socket
    this.#frames = 0
    socket.addEventListener('message', ({ data }) => this.#heard(String(data)))
    socket.addEventListener('close', ({ code }) => {
      if (isFinalClose(code)) this.#over = true
      if (this.#socket === socket) this.#hangUp()
    })
    // A close follows, and the next look at the phone tries again.
    socket.addEventListener('error', () => {})
    this.#pings = setInterval(() => {
      if (socket.readyState === WebSocket.OPEN) socket.send(PING)
    }, TIMINGS.pingEveryMs)
  }

  async leave(): Promise<void> {
    this.#over = true
    const headers = { Origin: this.#origin, Authorization: `Bearer ${this.#entered.secret}` }
    const path = this.#origin + toApi.leaving(this.#barId)
    await fetch(path, { method: 'PUT', headers })
      .then((answer) => answer.arrayBuffer())
      .catch(() => undefined)
    this.#hangUp()
  }

  #hangUp(): void {
    clearInterval(this.#pings)
    const socket = this.#socket
    this.#socket = null
    socket?.close()
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  #heard(frame: string): void {
    if (frame === PONG) return
    this.#frames += 1
    if (this.#frames % LIMITS.confirmEveryFrames === 0) {
      this.#send({ type: 'confirm', frames: this.#frames })
    }
    const message: ServerMessage = JSON.parse(frame)
    switch (message.type) {
      case 'snapshot':
        this.#people.clear()
        for (const person of message.people) this.#people.set(person.id, person)
        return
      case 'events':
        for (const event of message.events) this.#note(event)
        return
      case 'message':
        this.#waiting.set(message.message.from, message.message.number)
        return
      case 'ended':
        this.#over = true
        return
      default:
        return
    }
  }

  #note(event: RoomEvent): void {
    if (event.kind === 'left' || event.kind === 'aside') this.#people.delete(event.personId)
    else this.#people.set(event.person.id, event.person)
  }
}
