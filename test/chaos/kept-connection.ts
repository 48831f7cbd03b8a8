import { isFinalClose, PING, PONG, SUBPROTOCOL } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { RawWebSocket } from '#test/client/raw-web-socket.ts'
import { BackOff } from '#web/socket/back-off.ts'
import type { Door } from './door.ts'

const ABNORMAL = 1006

export type Pace = {
  random: () => number
  /** Of the page's own waits between two connections. 1 is the real pace. */
  hurry?: number
  /** Instead of the real page's heartbeat. */
  pingEveryMs?: number
  answerWithinMs?: number
}

type Ends = Pace &
  Knocks & {
    door: Door
    secret: string
    /** Asked for each connection. */
    path: () => string
    /** A frame that is not a pong; connections are numbered from 1. */
    heard: (text: string, socket: number) => void
    ended: (code: number, socket: number) => void
  }

/** Hears of every connection that is tried while there is something to connect to. */
export type Knocks = { knocked?: () => void }

/** Keeps a connection as the product's page does: its back-off, its heartbeat, its final closes. */
export class KeptConnection {
  readonly #ends: Ends
  readonly #backOff: BackOff
  #socket: RawWebSocket | null = null
  #sockets = 0
  #isStopped = false
  #pinging: NodeJS.Timeout | undefined
  #answerDue: NodeJS.Timeout | undefined

  constructor(ends: Ends) {
    this.#ends = ends
    const { random, hurry = 1 } = ends
    this.#backOff = new BackOff(() => random() / hurry)
  }

  /** Returns once it is stopped or has ended for good. */
  async live(): Promise<void> {
    while (!this.#isStopped) {
      await this.#backOff.wait()
      if (this.#isStopped) return
      const code = await this.#connect()
      this.#backOff.disconnected(code)
      if (isFinalClose(code)) return
    }
  }

  send(text: string): boolean {
    return this.#socket?.send(text) ?? false
  }

  /** Gone without a word, as when a battery dies. */
  stop(): void {
    this.#isStopped = true
    this.#backOff.skip()
    this.lose()
  }

  lose(): void {
    this.#socket?.reset()
  }

  /** What the browser's `online` event makes a page do whose connection is dead. */
  comeBack(): void {
    this.lose()
    this.#backOff.skip()
  }

  pause(): void {
    this.#socket?.pause()
  }

  resume(): void {
    this.#socket?.resume()
  }

  /** One connection from its start to its end; resolves with the code that it ended with. */
  async #connect(): Promise<number> {
    const { door, path, secret, answerWithinMs, heard, ended } = this.#ends
    if (door.port === null) return ABNORMAL
    this.#ends.knocked?.()
    this.#sockets += 1
    const number = this.#sockets
    const over = Promise.withResolvers<number>()
    const opening = RawWebSocket.open({
      port: door.port,
      path: path(),
      protocols: [SUBPROTOCOL, secret],
      ...(answerWithinMs === undefined ? {} : { withinMs: answerWithinMs }),
      heard: (text) => {
        clearTimeout(this.#answerDue)
        if (text !== PONG && this.#sockets === number) heard(text, number)
      },
      closed: (code) => over.resolve(code),
    })
    const socket = await opening.catch(() => null)
    if (!socket) return ABNORMAL
    this.#socket = socket
    if (this.#isStopped) socket.reset()
    this.#backOff.connected()
    this.#keepAlive(socket)
    const code = await over.promise
    clearInterval(this.#pinging)
    clearTimeout(this.#answerDue)
    this.#socket = null
    ended(code, number)
    return code
  }

  #keepAlive(socket: RawWebSocket): void {
    const { pingEveryMs = TIMINGS.pingEveryMs, answerWithinMs = TIMINGS.pongWithinMs } = this.#ends
    this.#pinging = setInterval(() => {
      socket.send(PING)
      clearTimeout(this.#answerDue)
      this.#answerDue = setTimeout(() => socket.reset(), answerWithinMs)
    }, pingEveryMs)
  }
}
