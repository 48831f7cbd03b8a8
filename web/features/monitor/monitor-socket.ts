import * as v from 'valibot'
import type { MonitorChanges, MonitorMessage } from '#contract/monitor.ts'
import { monitorMessageSchema } from '#contract/monitor.ts'
import type { ReconnectingSocket, SocketCallbacks } from '#web/socket/reconnecting-socket.ts'

const frameSchema = v.pipe(v.string(), v.parseJson(), monitorMessageSchema)

type Snapshot = Extract<MonitorMessage, { type: 'snapshot' }>

export interface MonitorSocketCallbacks {
  onSnapshot: (snapshot: Snapshot) => void
  onChanges: (changes: MonitorChanges) => void
  /** A frame was lost: it connects anew. */
  onGap: () => void
  /** It connects again, unless the code is final. */
  onClose: (code: number) => void
}

/** The socket of the monitor: the counts of all bars, for administrators. */
export class MonitorSocket {
  readonly #socket: ReconnectingSocket
  readonly #callbacks: MonitorSocketCallbacks
  /** The number of the last frame; 0 before the first. */
  #number = 0

  constructor(
    open: (callbacks: SocketCallbacks) => ReconnectingSocket,
    callbacks: MonitorSocketCallbacks,
  ) {
    this.#callbacks = callbacks
    this.#socket = open({
      onMessage: (data) => {
        const { output: message, success } = v.safeParse(frameSchema, data)
        if (success) this.#handle(message)
      },
      onClose: (code) => {
        this.#number = 0
        callbacks.onClose(code)
      },
    })
  }

  /** Open, and has the counts of all bars. */
  get isLive(): boolean {
    return this.#number > 0
  }

  close(): void {
    this.#number = 0
    this.#socket.close()
  }

  #handle(message: MonitorMessage): void {
    if (message.number !== this.#number + 1) return this.#startOver()
    this.#number = message.number
    if (message.type === 'snapshot') this.#callbacks.onSnapshot(message)
    if (message.type === 'changes') this.#callbacks.onChanges(message)
  }

  #startOver(): void {
    this.#number = 0
    this.#socket.reconnect()
    this.#callbacks.onGap()
  }
}
