import ReconnectingWebSocket from 'partysocket/ws'
import { CLOSE, isFinalClose, PING, PONG } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { BackOff } from './back-off.ts'

/** After a network change a dead connection is detected sooner. */
const CHECK_WITHIN_MS = 1_500

export type PageEvent = 'hidden' | 'visible' | 'online' | 'closing' | 'restored'

export interface PageEvents {
  isHidden: () => boolean
  watch: (listener: (event: PageEvent) => void) => () => void
}

export interface SocketOptions {
  /** A function is called for each connection. */
  url: string | (() => string)
  protocols: string[]
  page: PageEvents
  /** For tests. */
  WebSocket?: unknown
  random?: () => number
}

export interface SocketCallbacks {
  onOpen?: () => void
  /** Not called for pongs. */
  onMessage: (data: unknown) => void
  /** After a final code only `reconnect` and `reconnectNow` connect again. */
  onClose: (code: number) => void
  onPageEvent?: (event: PageEvent) => void
}

/** Reconnects with back-off, pings, and follows page events. Knows nothing of the protocol. */
export class ReconnectingSocket {
  readonly #socket: ReconnectingWebSocket
  readonly #callbacks: SocketCallbacks
  readonly #backOff: BackOff
  readonly #heartbeat = new Heartbeat(
    () => this.send(PING),
    () => this.reconnectNow(),
  )
  readonly #unwatch: () => void
  #isPageClosed = false
  #isFinal = false

  constructor(
    { url, protocols, page, WebSocket, random }: SocketOptions,
    callbacks: SocketCallbacks,
  ) {
    this.#callbacks = callbacks
    this.#backOff = new BackOff(random)
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
        shouldReconnectOnClose: ({ code }) => !this.#isPageClosed && !isFinalClose(code),
      },
    )
    // Properties, not listeners: partysocket clones close events for listeners and drops the code
    // of its own closes.
    this.#socket.onopen = () => this.#handleOpen()
    this.#socket.onmessage = ({ data }) => this.#handleMessage(data)
    this.#socket.onclose = ({ code }) => this.#handleClose(code)
    this.#unwatch = page.watch((event) => this.#handlePageEvent(event))
  }

  /** False if the frame was not sent. */
  send(frame: string): boolean {
    return this.#isOpen() && this.#socket.send(frame)
  }

  /** Drops this connection. The next one waits as after a loss. */
  reconnect(): void {
    this.#isPageClosed = false
    this.#isFinal = false
    this.#socket.reconnect()
  }

  /** Without the wait: a person is there, and the old connection is dead. */
  reconnectNow(): void {
    this.reconnect()
    this.#backOff.skip()
  }

  close(): void {
    this.#unwatch()
    this.#isPageClosed = true
    this.#heartbeat.stop()
    this.#socket.close(CLOSE.pageClosed)
    this.#backOff.skip()
  }

  #isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  #handleOpen(): void {
    this.#backOff.connected()
    this.#heartbeat.start()
    this.#callbacks.onOpen?.()
  }

  #handleMessage(data: unknown): void {
    if (data === PONG) return this.#heartbeat.start()
    this.#heartbeat.extend()
    this.#callbacks.onMessage(data)
  }

  #handleClose(code: number): void {
    this.#heartbeat.stop()
    if (this.#isPageClosed) return
    this.#isFinal = isFinalClose(code)
    if (!this.#isFinal) this.#backOff.disconnected(code)
    this.#callbacks.onClose(code)
  }

  #handlePageEvent(event: PageEvent): void {
    if (this.#isFinal) return
    this.#callbacks.onPageEvent?.(event)
    switch (event) {
      case 'hidden':
        return
      case 'visible':
      case 'online':
        // A connection may be dead, also one begun offline.
        if (this.#socket.readyState > this.#socket.OPEN) this.#backOff.skip()
        else this.#heartbeat.ping(CHECK_WITHIN_MS)
        return
      case 'closing':
        this.#isPageClosed = true
        this.#callbacks.onClose(CLOSE.pageClosed)
        // A socket that is still connecting ends with its page. Closing it would log an error.
        if (this.#isOpen()) this.#socket.close(CLOSE.pageClosed)
        return
      case 'restored':
        this.reconnectNow()
        return
    }
  }
}

/** A pong schedules the next ping: browsers slow such timers in hidden pages, but never stop them. */
class Heartbeat {
  #next: ReturnType<typeof setTimeout> | undefined
  #deadline: ReturnType<typeof setTimeout> | undefined
  readonly #sendPing: () => void
  readonly #onDead: () => void

  constructor(sendPing: () => void, onDead: () => void) {
    this.#sendPing = sendPing
    this.#onDead = onDead
  }

  start(): void {
    this.stop()
    this.#next = setTimeout(() => this.ping(TIMINGS.pongWithinMs), TIMINGS.pingEveryMs)
  }

  stop(): void {
    clearTimeout(this.#next)
    clearTimeout(this.#deadline)
    this.#deadline = undefined
  }

  ping(answerWithinMs: number): void {
    this.stop()
    this.#await(answerWithinMs)
    this.#sendPing()
  }

  /** Any frame counts: a pong may wait behind a long snapshot. */
  extend(): void {
    if (this.#deadline === undefined) return
    clearTimeout(this.#deadline)
    this.#await(TIMINGS.pongWithinMs)
  }

  #await(withinMs: number): void {
    this.#deadline = setTimeout(() => {
      this.stop()
      this.#onDead()
    }, withinMs)
  }
}

export const browserPage: PageEvents = {
  isHidden: () => document.hidden,
  watch(listener) {
    const watching = new AbortController()
    const { signal } = watching
    document.addEventListener(
      'visibilitychange',
      () => listener(document.hidden ? 'hidden' : 'visible'),
      { signal },
    )
    window.addEventListener('online', () => listener('online'), { signal })
    window.addEventListener('pagehide', () => listener('closing'), { signal })
    window.addEventListener('pageshow', (event) => event.persisted && listener('restored'), {
      signal,
    })
    return () => watching.abort()
  },
}
