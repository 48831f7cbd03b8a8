// People who talk, or are silent, in a process of their own: what they cost is not the server's.

import { inLanes } from '../test/client/in-lanes.ts'
import type { RoomSocket } from '../test/client/room-socket.ts'
import type { Dialect, Kind } from './dialects.ts'
import { DIALECTS, openSpeaker } from './dialects.ts'
import type { Address } from './enter.ts'
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
  #left = 0
  #received = 0
  #awaited = 0
  #done: () => void = () => {}
  #socket: RoomSocket | null = null

  constructor(dialect: Dialect, partnerId: string) {
    this.#partnerId = partnerId
    this.#dialect = dialect
  }

  /** Resolves when the server has begun. */
  async open(address: Address): Promise<void> {
    const ready = Promise.withResolvers<void>()
    this.#socket = await openSpeaker(this.#dialect, address, {
      onKinds: (kinds) => this.#hear(kinds, ready.resolve),
      onClose: (code) => {
        ready.reject(new Error(`closed with ${code}`))
        if (this.#left > 0) throw new Error(`closed with ${code} while talking`)
      },
    })
    await ready.promise
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
    this.#socket?.send(this.#dialect.toFrame(message))
  }

  #hear(kinds: Kind[], ready: () => void): void {
    for (const kind of kinds) {
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
      const person = new Person(DIALECTS[order.dialect], partner.id)
      await person.open(address)
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
