import ReconnectingWebSocket from 'partysocket/ws'
import { CLOSE, isFinalClose, PING, PONG } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { BackOff } from './back-off.ts'

/** After a change of the network a dead connection is detected sooner. */
const CHECK_WITHIN_MS = 1_500

export type PageEvent = 'hidden' | 'visible' | 'online' | 'offline' | 'closing' | 'restored'

export interface PageEvents {
  isHidden: () => boolean
  watch: (listener: (event: PageEvent) => void) => () => void
}

export interface SocketOptions {
  /** A function is called for each connection. */
  url: string | (() => string)
  protocols: string[]
  page: PageEvents
  /** Tests set this and the options below. */
  pingEveryMs?: number
  pongWithinMs?: number
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
  readonly #pingEveryMs: number
  readonly #pongWithinMs: number
  #nextPing: ReturnType<typeof setTimeout> | undefined
  /** While a pong is awaited. */
  #deadline: ReturnType<typeof setTimeout> | undefined
  readonly #unwatch: () => void
  #isPageClosed = false
  #isFinal = false

  constructor(
    { url, protocols, page, WebSocket, random, ...pings }: SocketOptions,
    callbacks: SocketCallbacks,
  ) {
    this.#callbacks = callbacks
    this.#pingEveryMs = pings.pingEveryMs ?? TIMINGS.pingEveryMs
    this.#pongWithinMs = pings.pongWithinMs ?? TIMINGS.pongWithinMs
    this.#backOff = new BackOff(random)
    this.#socket = new ReconnectingWebSocket(
      async () => {
        await this.#backOff.wait()
        return typeof url === 'string' ? url : url()
      },
      protocols,
      {
        WebSocket,
        maxEnqueuedMessages: 0,
        minReconnectionDelay: 0,
        connectionTimeout: this.#pongWithinMs,
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

  /** Skips the wait of the back-off: the person is there, and the old connection is dead. */
  reconnectNow(): void {
    this.reconnect()
    this.#backOff.skip()
  }

  /** Pings now: this connection may be dead. */
  check(answerWithinMs: number = this.#pongWithinMs): void {
    this.#stopPings()
    this.#awaitPong(answerWithinMs)
    this.send(PING)
  }

  close(): void {
    this.#unwatch()
    this.#isPageClosed = true
    this.#stopPings()
    this.#socket.close(CLOSE.pageClosed)
    this.#backOff.skip()
  }

  #isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  #handleOpen(): void {
    this.#backOff.connected()
    this.#pingLater()
    this.#callbacks.onOpen?.()
  }

  #handleMessage(data: unknown): void {
    if (data === PONG) return this.#pingLater()
    // Any frame counts: a pong may wait behind a long snapshot.
    if (this.#deadline !== undefined) this.#awaitPong(this.#pongWithinMs)
    this.#callbacks.onMessage(data)
  }

  #handleClose(code: number): void {
    this.#stopPings()
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
      case 'offline':
        // A phone may say so although it has another network.
        if (this.#isOpen()) this.check(CHECK_WITHIN_MS)
        return
      case 'visible':
      case 'online':
        // A connection may be dead, also one begun offline.
        if (this.#socket.readyState > this.#socket.OPEN) this.#backOff.skip()
        else this.check(CHECK_WITHIN_MS)
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

  /** After a pong: browsers slow a chain of timers in hidden pages, but never stop it. */
  #pingLater(): void {
    this.#stopPings()
    this.#nextPing = setTimeout(() => this.check(), this.#pingEveryMs)
  }

  #stopPings(): void {
    clearTimeout(this.#nextPing)
    clearTimeout(this.#deadline)
    this.#deadline = undefined
  }

  #awaitPong(withinMs: number): void {
    clearTimeout(this.#deadline)
    this.#deadline = setTimeout(() => {
      this.#stopPings()
      this.reconnectNow()
    }, withinMs)
  }
}

export function toSocketUrl(path: string): string {
  return location.origin.replace(/^http/u, 'ws') + path
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
    window.addEventListener('offline', () => listener('offline'), { signal })
    window.addEventListener('pagehide', () => listener('closing'), { signal })
    window.addEventListener('pageshow', (event) => event.persisted && listener('restored'), {
      signal,
    })
    return () => watching.abort()
  },
}
