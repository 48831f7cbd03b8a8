import ReconnectingWebSocket from 'partysocket/ws'
import { CLOSE, isFinalClose, PING, PONG } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { BackOff } from './back-off.ts'
import { Heartbeat } from './heartbeat.ts'
import type { PageSign, PageSigns } from './page-signs.ts'

export interface ReturningSocketOptions {
  /** Asked for anew at each connection, where it is a function. */
  url: string | (() => string)
  protocols: string[]
  page: PageSigns
  /** For tests. */
  WebSocket?: unknown
  random?: () => number
}

interface Ends {
  opened?: () => void
  /** A frame that is not a pong. */
  heard: (data: unknown) => void
  /** What the browser says of the page, before this connection acts on it. */
  noticed?: (sign: PageSign) => void
  lost: (code: number) => void
  /** Lost for good: nothing but `restart` connects again. */
  closed: (code: number) => void
}

/**
 * One connection that comes back: opened anew with back-off, checked by pings, told about the
 * page it belongs to. It does not know what is said over it.
 */
export class ReturningSocket {
  readonly #socket: ReconnectingWebSocket
  readonly #backOff: BackOff
  readonly #heartbeat: Heartbeat
  readonly #ends: Ends
  readonly #unwatch: () => void
  #isAway = false
  #isFinal = false

  constructor({ url, protocols, page, WebSocket, random }: ReturningSocketOptions, ends: Ends) {
    this.#ends = ends
    this.#backOff = new BackOff(random)
    this.#heartbeat = new Heartbeat({
      ping: () => this.send(PING),
      dead: () => this.restartNow(),
    })
    this.#socket = new ReconnectingWebSocket(
      async () => {
        await this.#backOff.wait()
        return typeof url === 'string' ? url : url()
      },
      protocols,
      {
        ...(WebSocket ? { WebSocket } : {}),
        maxEnqueuedMessages: 0,
        minReconnectionDelay: 0,
        maxReconnectionDelay: 0,
        connectionTimeout: TIMINGS.pongWithinMs,
        shouldReconnectOnClose: (event) => !this.#isAway && !isFinalClose(event.code),
      },
    )
    // Properties, not listeners: partysocket hands listeners a copy of a close event that has lost
    // its code where the close was its own.
    this.#socket.onopen = () => this.#opened()
    this.#socket.onmessage = (event) => this.#heard(event.data)
    this.#socket.onclose = (event) => this.#closed(event.code)
    this.#unwatch = page.watch((sign) => this.#noticed(sign))
  }

  /** Whether the frame went out. */
  send(frame: string): boolean {
    if (this.#socket.readyState !== this.#socket.OPEN) return false
    return this.#socket.send(frame)
  }

  /** Gives this connection up for a new one, which waits its turn as after a loss. */
  restart(): void {
    this.#isAway = false
    this.#isFinal = false
    this.#socket.reconnect()
  }

  /** The same without the wait: somebody is there, and the old connection is known to be dead. */
  restartNow(): void {
    this.restart()
    this.#backOff.hurry()
  }

  close(): void {
    this.#unwatch()
    this.#isAway = true
    this.#heartbeat.stop()
    this.#socket.close(CLOSE.pageClosed)
    this.#backOff.hurry()
  }

  #opened(): void {
    this.#backOff.opened()
    this.#heartbeat.start()
    this.#ends.opened?.()
  }

  #heard(data: unknown): void {
    if (data === PONG) {
      this.#heartbeat.pong()
      return
    }
    this.#heartbeat.heard()
    this.#ends.heard(data)
  }

  #closed(code: number): void {
    this.#heartbeat.stop()
    if (this.#isAway) return
    this.#isFinal = isFinalClose(code)
    if (this.#isFinal) {
      this.#ends.closed(code)
      return
    }
    this.#backOff.lost(code)
    this.#ends.lost(code)
  }

  #noticed(sign: PageSign): void {
    if (this.#isFinal) return
    this.#ends.noticed?.(sign)
    switch (sign) {
      case 'hidden':
        return
      case 'visible':
      case 'online':
        this.#check()
        return
      case 'closing':
        this.#isAway = true
        this.#ends.lost(CLOSE.pageClosed)
        // One that is not open yet ends with its page, which the console would call a failure.
        if (this.#socket.readyState === this.#socket.OPEN) this.#socket.close(CLOSE.pageClosed)
        return
      case 'restored':
        this.restartNow()
        return
    }
  }

  /**
   * The network or the person is back: wants a sign of an open connection, or of one that is being
   * made and may have been begun where there was no network; ends any waiting.
   */
  #check(): void {
    if (this.#socket.readyState > this.#socket.OPEN) this.#backOff.hurry()
    else this.#heartbeat.check()
  }
}
