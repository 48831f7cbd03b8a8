import ReconnectingWebSocket from 'partysocket/ws'
import { CLOSE, isFinalClose, PING, PONG } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { BackOff } from './back-off.ts'
import { Heartbeat } from './heartbeat.ts'
import type { PageSign, PageSigns } from './page-signs.ts'

export interface ReturningSocketOptions {
  /** A function is called for each connection. */
  url: string | (() => string)
  protocols: string[]
  page: PageSigns
  /** For tests. */
  WebSocket?: unknown
  random?: () => number
}

interface Ends {
  opened?: () => void
  /** A frame other than a pong. */
  heard: (data: unknown) => void
  noticed?: (sign: PageSign) => void
  lost: (code: number) => void
  /** Closed for good: only `restart` connects again. */
  closed: (code: number) => void
}

/** Reconnects with back-off, pings, and follows page events. Knows nothing of the protocol. */
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
    // Properties, not listeners: partysocket clones close events for listeners and drops the code
    // of its own closes.
    this.#socket.onopen = () => this.#opened()
    this.#socket.onmessage = (event) => this.#heard(event.data)
    this.#socket.onclose = (event) => this.#closed(event.code)
    this.#unwatch = page.watch((sign) => this.#noticed(sign))
  }

  /** False if the frame was not sent. */
  send(frame: string): boolean {
    if (this.#socket.readyState !== this.#socket.OPEN) return false
    return this.#socket.send(frame)
  }

  /** Drops this connection. The next one waits as after a loss. */
  restart(): void {
    this.#isAway = false
    this.#isFinal = false
    this.#socket.reconnect()
  }

  /** Without the wait: a person is there, and the old connection is dead. */
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
        // A socket that is still connecting ends with its page. Closing it would log an error.
        if (this.#socket.readyState === this.#socket.OPEN) this.#socket.close(CLOSE.pageClosed)
        return
      case 'restored':
        this.restartNow()
        return
    }
  }

  /** Network or person is back: checks the connection, also one begun offline, or ends the wait. */
  #check(): void {
    if (this.#socket.readyState > this.#socket.OPEN) this.#backOff.hurry()
    else this.#heartbeat.check()
  }
}
