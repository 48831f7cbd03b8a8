// A process with people who talk or stay silent, so that their cost does not count as the server's.
import { TIMINGS } from '../contract/timings.ts'
import { inLanes } from '../test/client/in-lanes.ts'
import { NodeSocket } from '../test/client/node-network.ts'
import type { RoomSocketOptions } from '../test/client/room-socket.ts'
import { RoomSocket } from '../test/client/room-socket.ts'
import type { Address } from './enter.ts'
import type { Spent } from './processes.ts'
import { startSpending } from './processes.ts'

const TEXT = 'Oi! Você vem sempre aqui? A mesa 7 é a nossa, chega mais.'

/** A person to connect; two in a row are a pair. */
export interface Speaker {
  id: string
  address: Address
}

export type Order =
  | { order: 'connect'; dialect: DialectName; people: Speaker[] }
  | { order: 'talk'; messagesEach: number }

/** The number of messages of one talk, and its cost to this process. */
export interface Talked extends Spent {
  messages: number
}

/** How one socket speaks to one kind of relay. The text and the fields are the same for all. */
interface Dialect {
  /** Sends no pings if the server sends them. */
  socket: Pick<RoomSocketOptions, 'confirms' | 'pingEveryMs'>
  toFrame: (say: object) => string
  /** How frames begin. Parsing them all would cost more than the server. */
  begins: { ready: string; stored: string; message: string }
  /** Replies that the server expects, by the beginning of its frame. */
  answers: Record<string, string>
}

/** The comparison objects': the room's frames, each with one message. */
const relay: Dialect = {
  socket: { confirms: false, pingEveryMs: TIMINGS.pingEveryMs },
  toFrame: (say) => JSON.stringify(say),
  begins: {
    ready: '{"type":"snapshot"',
    stored: '{"type":"stored"',
    message: '{"type":"message"',
  },
  answers: {},
}

const DIALECTS = {
  relay,
  /** Adds the confirmations that the room expects. */
  room: { ...relay, socket: { pingEveryMs: TIMINGS.pingEveryMs } },
  /** Engine.IO's packet 4 with Socket.IO's 0 (connect) and 2 (event); 2 is a ping, 3 its answer. */
  socketIo: {
    socket: { confirms: false },
    toFrame: (say) => `42${JSON.stringify(['say', say])}`,
    begins: { ready: '40', stored: '42["stored"', message: '42["message"' },
    answers: { 0: '40', 2: '3' },
  },
} satisfies Record<string, Dialect>

export type DialectName = keyof typeof DIALECTS

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

  /** Resolves when the server has begun. Frames are not parsed as a page's. */
  async open(address: Address): Promise<void> {
    const ready = Promise.withResolvers<void>()
    const options: RoomSocketOptions = {
      ...this.#dialect.socket,
      records: false,
      onFrame: (frame) => this.#hear(frame, ready.resolve),
      onClose: (code) => {
        ready.reject(new Error(`closed with ${code}`))
        if (this.#left > 0) throw new Error(`closed with ${code} while talking`)
      },
    }
    const open = RoomSocket.open((events) => NodeSocket.open({ ...address, ...events }), options)
    this.#socket = await open
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

  #hear(frame: string, ready: () => void): void {
    const { begins, answers } = this.#dialect
    const answer = answers[frame[0] ?? '']
    if (answer) this.#socket?.send(answer)
    if (frame.startsWith('[')) {
      const shared: { type: string }[] = JSON.parse(frame)
      for (const { type } of shared) this.#count(type)
    } else if (frame.startsWith(begins.ready)) ready()
    else if (frame.startsWith(begins.stored)) this.#count('stored')
    else if (frame.startsWith(begins.message)) this.#count('message')
    if (this.#left === 0 && this.#received === this.#awaited) this.#done()
  }

  #count(type: string): void {
    if (type === 'message') this.#received += 1
    if (type !== 'stored') return
    this.#left -= 1
    if (this.#left > 0) this.#say()
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
