// People who talk, or are silent, in a process of their own: what they cost is not the server's.

import { WebSocket } from 'ws'
import { TIMINGS } from '../contract/timings.ts'
import type { Dialect } from './dialects.ts'
import { DIALECTS } from './dialects.ts'
import type { Address } from './enter.ts'
import { inLanes } from './pace.ts'
import type { Spent } from './processes.ts'
import { startSpending } from './processes.ts'

const TEXT = 'Oi! Você vem sempre aqui? A mesa 7 é a nossa, chega mais.'

/** Somebody to connect; two in a row are a pair. */
export interface Speaker {
  id: string
  address: Address
}

export type Order =
  | { order: 'connect'; dialect: keyof typeof DIALECTS; people: Speaker[] }
  | { order: 'talk'; messagesEach: number }

/** What a talk was, and what it cost this process. */
export interface Talked extends Spent {
  messages: number
}

class Person {
  readonly #partnerId: string
  readonly #dialect: Dialect
  readonly #socket: WebSocket
  readonly ready: Promise<void>
  #left = 0
  #received = 0
  #awaited = 0
  #done: () => void = () => {}

  constructor(dialect: Dialect, { url, protocols, headers }: Address, partnerId: string) {
    this.#partnerId = partnerId
    this.#dialect = dialect
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
    const { ping } = dialect
    // Silent sockets are given up; everybody pings as a page does.
    if (ping !== null) setInterval(() => this.#socket.send(ping), TIMINGS.pingEveryMs)
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
    const answer = this.#dialect.answer(frame)
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
        case 'joined':
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
    people = await inLanes(speakers, async ({ address }, index) => {
      const partner = speakers[index ^ 1]
      if (!partner) throw new Error('Somebody has no partner.')
      const person = new Person(DIALECTS[order.dialect](), address, partner.id)
      await person.ready
      return person
    })
    process.send?.('connected')
    return
  }
  const spent = startSpending()
  await Promise.all(people.map((person) => person.talk(order.messagesEach)))
  const talked: Talked = { messages: people.length * order.messagesEach, ...spent() }
  process.send?.(talked)
})
process.once('disconnect', () => process.exit())
