// The people of the chat bench, in a process of their own: what they cost is not the server's.

import { WebSocket } from 'ws'
import type { Dialect } from './chat-dialects.ts'
import { DIALECTS } from './chat-dialects.ts'
import type { Address } from './enter.ts'

const TEXT = 'Oi! Você vem sempre aqui? A mesa 7 é a nossa, chega mais.'
/** Silent sockets are given up by the room; everybody pings as a page does. */
const PING_EVERY_MS = 20_000

/** Somebody to connect; two in a row are a pair. */
export interface Speaker {
  id: string
  address: Address
}

export type Order =
  | { order: 'connect'; dialect: keyof typeof DIALECTS; people: Speaker[] }
  | { order: 'talk'; messagesEach: number }

/** What a talk was, and what it cost this process. */
export interface Talked {
  messages: number
  ms: number
  cpuMs: number
}

class Person {
  readonly #id: string
  readonly #partnerId: string
  readonly #dialect: Dialect
  readonly #socket: WebSocket
  readonly ready: Promise<void>
  #left = 0
  #received = 0
  #awaited = 0
  #done: () => void = () => {}

  constructor(dialect: Dialect, { id, address }: Speaker, partnerId: string) {
    this.#id = id
    this.#partnerId = partnerId
    this.#dialect = dialect
    const { url, protocols, headers } = address
    // Compressing would cost every contender the same, and hide what differs.
    this.#socket = new WebSocket(url, protocols, { headers, perMessageDeflate: false })
    this.ready = new Promise((resolve, reject) => {
      this.#socket.on('message', (data) => this.#hear(String(data), resolve))
      this.#socket.on('error', reject)
      this.#socket.on('close', (code) => {
        reject(new Error(`closed with ${code}`))
        if (this.#left > 0) throw new Error(`closed with ${code} while talking`)
      })
    })
    setInterval(() => this.#socket.send(dialect.ping), PING_EVERY_MS)
  }

  /** One message in flight at any time; done when all were acknowledged and the partner's came. */
  talk(messages: number): Promise<void> {
    this.#left = messages
    this.#awaited += messages
    this.#say()
    return new Promise((resolve) => {
      this.#done = resolve
    })
  }

  #say(): void {
    const message = { type: 'say', id: crypto.randomUUID(), to: this.#partnerId, text: TEXT }
    this.#socket.send(this.#dialect.toFrame(message))
  }

  #hear(frame: string, ready: () => void): void {
    const answer = this.#dialect.answer(frame, this.#id)
    if (answer !== null) this.#socket.send(answer)
    for (const kind of this.#dialect.kindsOf(frame)) {
      switch (kind) {
        case 'ready':
          ready()
          break
        case 'stored':
          this.#left -= 1
          if (this.#left > 0) this.#say()
          break
        case 'message':
          this.#received += 1
          break
        case 'other':
          break
      }
    }
    if (this.#left === 0 && this.#received === this.#awaited) this.#done()
  }
}

let people: Person[] = []

process.on('message', async (order: Order) => {
  if (order.order === 'connect') {
    const { people: speakers } = order
    people = speakers.map((speaker, index) => {
      const partner = speakers[index ^ 1]
      if (!partner) throw new Error('Somebody has no partner.')
      return new Person(DIALECTS[order.dialect](), speaker, partner.id)
    })
    await Promise.all(people.map(({ ready }) => ready))
    process.send?.('connected')
    return
  }
  const startedAt = performance.now()
  const before = process.cpuUsage()
  await Promise.all(people.map((person) => person.talk(order.messagesEach)))
  const { user, system } = process.cpuUsage(before)
  const talked: Talked = {
    messages: people.length * order.messagesEach,
    ms: performance.now() - startedAt,
    cpuMs: (user + system) / 1_000,
  }
  process.send?.(talked)
})
process.once('disconnect', () => process.exit())
