import type { Entered } from '#contract/entered.ts'
import type { EnterRequest } from '#contract/profile-form.ts'
import { PING, PONG, SUBPROTOCOL } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { aProfile } from '#test/fakes/profile.ts'

/** A patron without a browser: what their page sends, over real HTTP and a real socket. */
export class HttpPatron {
  readonly #origin: string
  readonly #barId: string
  readonly entered: Entered
  readonly frames: string[] = []
  /** Every answer that this patron got, as text. */
  readonly answers: string[]
  #socket: WebSocket | null = null

  private constructor(origin: string, barId: string, entered: Entered, answers: string[]) {
    this.#origin = origin
    this.#barId = barId
    this.entered = entered
    this.answers = answers
  }

  static async enter(
    origin: string,
    barId: string,
    profile: Partial<EnterRequest> & { name: string },
  ): Promise<HttpPatron> {
    const body = aProfile(profile)
    const answer = await fetch(`${origin}/api/bars/${barId}/people`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: origin },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (answer.status !== 201) throw new Error(`${answer.status} ${text}`)
    return new HttpPatron(origin, barId, JSON.parse(text), [text])
  }

  async connect(): Promise<void> {
    const url = `${this.#origin.replace('http', 'ws')}/api/bars/${this.#barId}/socket`
    // Node's own socket takes headers; browsers' type does not know them.
    const options = {
      protocols: [SUBPROTOCOL, this.entered.secret],
      headers: { Origin: this.#origin },
    }
    const socket = new WebSocket(url, options as unknown as string[])
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      if (data !== PONG) this.frames.push(String(data))
    })
    // Who is not heard for too long is offline, however long a test takes.
    const pings = setInterval(() => socket.send(PING), TIMINGS.pingEveryMs).unref()
    socket.addEventListener('close', () => clearInterval(pings))
    await this.until(() => this.frames.length > 0)
  }

  say(to: HttpPatron, text: string): void {
    this.sayTo(to.entered.person.id, text)
  }

  sayTo(personId: string, text: string): void {
    const id = crypto.randomUUID()
    this.#socket?.send(JSON.stringify({ type: 'say', id, to: personId, text }))
  }

  async ask(path: string, method = 'GET'): Promise<Response> {
    const answer = await fetch(`${this.#origin}${path}`, {
      method,
      headers: { Origin: this.#origin, Authorization: `Bearer ${this.entered.secret}` },
    })
    this.answers.push(await answer.clone().text())
    return answer
  }

  async leave(): Promise<void> {
    await this.ask(`/api/bars/${this.#barId}/visit/leaving`, 'PUT')
    await this.until(() => this.frames.some((frame) => frame.includes('"ended"')))
  }

  close(): void {
    this.#socket?.close()
  }

  async until(look: () => boolean, withinMs = 30_000): Promise<void> {
    const deadline = Date.now() + withinMs
    while (!look()) {
      if (Date.now() > deadline) throw new Error(`Not seen: ${look}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}
