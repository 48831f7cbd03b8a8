import * as v from 'valibot'
import type { BoardMessage, BoardRequest } from '#contract/board.ts'
import { BOARD_SUBPROTOCOL, boardMessageSchema } from '#contract/board.ts'
import type { PageEvents, SocketOptions } from '#web/socket/reconnecting-socket.ts'
import { ReconnectingSocket } from '#web/socket/reconnecting-socket.ts'

export interface SectionsOptions extends Omit<SocketOptions, 'protocols' | 'url'> {
  urlOf: (barId: string) => string
}

interface SectionsCallbacks {
  onFrame: (barId: string, frame: BoardMessage) => void
  /** It connects again, unless the code is final. */
  onLost: (barId: string, code: number) => void
}

/** The sockets of the bars whose people the board shows. */
export class Sections {
  readonly #options: SectionsOptions
  readonly #callbacks: SectionsCallbacks
  readonly #open = new Map<string, Section>()

  constructor(options: SectionsOptions, callbacks: SectionsCallbacks) {
    this.#options = options
    this.#callbacks = callbacks
  }

  /** Opens these, and closes all others. */
  show(barIds: readonly string[]): void {
    for (const [barId, section] of this.#open) {
      if (barIds.includes(barId)) continue
      section.close()
      this.#open.delete(barId)
    }
    for (const barId of barIds) {
      if (!this.#open.has(barId)) {
        this.#open.set(barId, new Section(barId, this.#options, this.#callbacks))
      }
    }
  }

  /** Open, and has its people. */
  isLive(barId: string): boolean {
    return this.#open.get(barId)?.isLive === true
  }

  /** Those that are shown but not live. */
  get waiting(): string[] {
    return [...this.#open].flatMap(([barId, { isLive }]) => (isLive ? [] : [barId]))
  }

  /** False if it was not sent. */
  send(barId: string, request: BoardRequest): boolean {
    return this.#open.get(barId)?.send(request) === true
  }
}

class Section {
  readonly #socket: ReconnectingSocket
  readonly #page: PageEvents
  /** Of the last frame; 0 before the first one. */
  #number = 0

  constructor(barId: string, options: SectionsOptions, callbacks: SectionsCallbacks) {
    const { urlOf, ...socketOptions } = options
    this.#page = options.page
    this.#socket = new ReconnectingSocket(
      { ...socketOptions, url: urlOf(barId), protocols: [BOARD_SUBPROTOCOL] },
      {
        onOpen: () => this.#tellVisible(),
        onMessage: (data) => {
          const frame = readFrame(data)
          if (!frame) return
          if (frame.number !== this.#number + 1) return this.#startOver()
          this.#number = frame.number
          callbacks.onFrame(barId, frame)
        },
        onClose: (code) => {
          this.#number = 0
          callbacks.onLost(barId, code)
        },
        onPageEvent: (event) => {
          if (event === 'hidden' || event === 'visible') this.#tellVisible()
        },
      },
    )
  }

  get isLive(): boolean {
    return this.#number > 0
  }

  send(request: BoardRequest): boolean {
    return this.#socket.send(JSON.stringify(request))
  }

  close(): void {
    this.#socket.close()
  }

  #tellVisible(): void {
    this.send({ type: this.#page.isHidden() ? 'hidden' : 'visible' })
  }

  /** A frame was lost: the first one of a new connection holds everything. */
  #startOver(): void {
    this.#number = 0
    this.#socket.reconnect()
  }
}

function readFrame(data: unknown): BoardMessage | null {
  if (typeof data !== 'string') return null
  try {
    const parsed = v.safeParse(boardMessageSchema, JSON.parse(data))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}
