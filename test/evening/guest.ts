import type { Socket } from './socket.ts'
import type { World } from './world.ts'

interface Visit {
  id: string
  secret: string
}

interface Entered {
  person: { id: string }
  secret: string
  deviceKey: string
  /** Null: the browser keeps the one that it has. */
  mark: string | null
}

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the comparison reads answers of two versions
  body: any
}

/** A person with a browser: what it keeps, and every page that it has opened. */
export class Guest {
  readonly name: string
  readonly phone: string
  readonly address: string
  readonly barId: string
  visit: Visit | null = null
  /** The browser keeps these and shows them when it enters again. */
  kept: { deviceKey: string | null; mark: string | null } = { deviceKey: null, mark: null }
  readonly pages: { socket: Socket; visit: Visit }[] = []
  lastSaid: { id: string; to: string } | null = null
  helpId: string | null = null
  readonly blocked: string[] = []
  readonly #world: World
  #isOver = false
  #opened = 0

  constructor(world: World, at: number, name: string, barId: string) {
    this.#world = world
    this.name = name
    this.barId = barId
    this.phone = `+551198765432${at}`
    // The first two come from one network.
    this.address = `203.0.113.${Math.max(at, 1)}`
  }

  /** Whether the browser believes that its visit goes on. */
  get isHere(): boolean {
    const hasEnded = ({ socket, visit }: (typeof this.pages)[number]) =>
      visit === this.visit &&
      socket.closed !== null &&
      socket.closed >= 4000 &&
      socket.closed < 4100
    return this.visit !== null && !this.#isOver && !this.pages.some(hasEnded)
  }

  get openPage(): Socket | undefined {
    return this.pages.findLast(({ socket }) => socket.closed === null)?.socket
  }

  get lostPage(): Socket | undefined {
    const isLost = ({ socket, visit }: (typeof this.pages)[number]) =>
      visit === this.visit && socket.closed !== null && socket.place !== null
    return this.pages.findLast(isLost)?.socket
  }

  async enter(profile: object): Promise<boolean> {
    const { status, body } = await this.ask(this.#world.wire.enter(this.barId, profile))
    if (status !== 201) return false
    this.#take(body)
    return true
  }

  /** Continues the visit in another tab by the device key. */
  async continueAs(): Promise<void> {
    const { deviceKey } = this.kept
    if (!deviceKey) return
    const { status, body } = await this.ask(this.#world.wire.continueAs(this.barId, deviceKey))
    if (status === 201) this.#take(body)
  }

  #take({ person, secret, deviceKey, mark }: Entered): void {
    this.visit = { id: person.id, secret }
    this.kept = { deviceKey, mark: mark ?? this.kept.mark }
    this.#isOver = false
  }

  async open(resumeAt: Socket['place'] = null): Promise<void> {
    const { visit } = this
    if (!visit) return
    const { path, protocols } = this.#world.wire.upgrade(this.barId, visit.secret, resumeAt)
    this.#opened += 1
    const place = { where: `page ${this.#opened} of ${this.name}`, object: this.barId }
    const socket = await this.#world.open(place, path, {
      'Sec-WebSocket-Protocol': protocols,
      'CF-Connecting-IP': this.address,
    })
    if (socket) this.pages.push({ socket, visit })
  }

  /** Its page is hidden, or seen again. The room waits longer for a hidden one. */
  async look(isHidden: boolean): Promise<void> {
    const { openPage } = this
    if (!openPage) return
    await this.#world.send(openPage, this.#world.wire.look(isHidden))
    openPage.isPatient = isHidden
  }

  /** Leaves one page open, and hides it. */
  async pocket(): Promise<void> {
    for (const { socket } of this.pages)
      if (socket !== this.openPage) await this.#world.close(socket, 1000)
    await this.look(true)
  }

  async ask(
    request: { path: string; method?: string; json?: unknown },
    where = 'answer',
  ): Promise<Answer> {
    const secret = this.visit && this.#world.wire.headersOf(this.visit.secret)
    const headers = { 'CF-Connecting-IP': this.address, ...secret }
    const answer = await ask(this.#world, request, headers, where)
    if (answer.status === 401 || answer.status === 410) this.#isOver = true
    return answer
  }
}

/** Asks, and notes the answer. */
export async function ask(
  world: World,
  { path, method = 'GET', json }: { path: string; method?: string; json?: unknown },
  headers: Record<string, string>,
  where = 'answer',
): Promise<Answer> {
  const typed = json === undefined ? null : { 'Content-Type': 'application/json' }
  const response = await world.fetch(path, {
    method,
    headers: { 'Sec-Fetch-Site': 'same-origin', ...headers, ...typed },
    ...(typed && { body: JSON.stringify(json) }),
  })
  const { status } = response
  // Pictures too.
  const text = new TextDecoder().decode(await response.arrayBuffer())
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json')
  const body = isJson ? JSON.parse(text) : text
  const retryAfter = response.headers.get('Retry-After')
  world.note(where, { status, body, ...(retryAfter && { retryAfter }) })
  return { status, body }
}
