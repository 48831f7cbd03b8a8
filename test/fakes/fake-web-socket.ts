import type { ClientMessage } from '#contract/protocol.ts'
import { PING } from '#contract/protocol.ts'

/** Both ends of a connection in one process: each socket that the client opens is added to `opened`. */
export class FakeNetwork {
  readonly opened: FakeWebSocket[] = []
  readonly WebSocket: unknown
  /** While false every connection fails as one without a network does. */
  isUp = true
  /** While false no connection is answered at all. */
  answers = true

  constructor() {
    const network = this
    this.WebSocket = class extends FakeWebSocket {
      constructor(url: string, protocols: string[]) {
        super(url, protocols)
        network.opened.push(this)
        if (!network.answers) return
        queueMicrotask(() => (network.isUp ? this.accept() : this.fail()))
      }
    }
  }

  get last(): FakeWebSocket {
    const last = this.opened.at(-1)
    if (!last) throw new Error('nothing was opened')
    return last
  }
}

export class FakeWebSocket extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  readonly url: string
  readonly protocols: string[]
  readonly frames: string[] = []
  closedWith: number | null = null
  binaryType = 'blob'
  readyState: number = FakeWebSocket.CONNECTING

  constructor(url: string, protocols: string[]) {
    super()
    this.url = url
    this.protocols = protocols
  }

  /** Messages that the client sent, without its pings. */
  get said(): ClientMessage[] {
    return this.frames.filter((frame) => frame !== PING).map((frame) => JSON.parse(frame))
  }

  get pings(): number {
    return this.frames.filter((frame) => frame === PING).length
  }

  accept(): void {
    if (this.readyState !== FakeWebSocket.CONNECTING) return
    this.readyState = FakeWebSocket.OPEN
    this.dispatchEvent(new Event('open'))
  }

  fail(): void {
    this.readyState = FakeWebSocket.CLOSED
    this.dispatchEvent(new Event('error'))
  }

  send(frame: string): void {
    if (this.readyState !== FakeWebSocket.OPEN) throw new Error('not open')
    this.frames.push(frame)
  }

  close(code: number): void {
    this.closedWith = code
    this.readyState = FakeWebSocket.CLOSED
  }

  /** The server's side. */
  tell(message: unknown): void {
    this.tellRaw(JSON.stringify(message))
  }

  tellRaw(data: string): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data }))
  }

  drop(code = 1006): void {
    this.readyState = FakeWebSocket.CLOSED
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason: '' }))
  }
}
