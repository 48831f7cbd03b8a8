import * as v from 'valibot'
import type { BoardMessage, BoardRequest } from '#contract/board.ts'
import { BOARD_SUBPROTOCOL, boardMessageSchema } from '#contract/board.ts'
import { isFinalClose } from '#contract/protocol.ts'
import type { PageEvents, SocketOptions } from '#web/socket/reconnecting-socket.ts'
import { ReconnectingSocket } from '#web/socket/reconnecting-socket.ts'

export interface SectionsOptions extends Omit<SocketOptions, 'protocols' | 'url'> {
  urlOf: (barId: string) => string
}

export interface SectionsCallbacks {
  onFrame: (barId: string, frame: BoardMessage) => void
  /** It connects again, unless the code is final. */
  onLost: (barId: string, code: number) => void
}

/** The sockets of the bars whose people the board shows. */
export class Sections {
  readonly #options: SectionsOptions
  readonly #callbacks: SectionsCallbacks
  readonly #sections = new Map<string, Section>()
  #shown: readonly string[] = []

  constructor(options: SectionsOptions, callbacks: SectionsCallbacks) {
    this.#options = options
    this.#callbacks = callbacks
  }

  /** Opens these, also those that were closed for good, and closes all others. */
  show(barIds: readonly string[]): void {
    this.#shown = barIds
    for (const [barId, section] of this.#sections) section.setWanted(barIds.includes(barId))
    for (const barId of barIds) if (!this.#sections.has(barId)) this.#add(barId)
  }

  /** Open, and has its people. */
  isLive(barId: string): boolean {
    return this.numberOf(barId) > 0
  }

  /** Of its last frame; 0 without one. */
  numberOf(barId: string): number {
    return this.#sections.get(barId)?.number ?? 0
  }

  /** Those that are shown but not live. */
  get waiting(): string[] {
    return this.#shown.filter((barId) => !this.isLive(barId))
  }

  /** False if it was not sent. */
  send(barId: string, request: BoardRequest): boolean {
    return this.#sections.get(barId)?.send(request) === true
  }

  #add(barId: string): void {
    const { onFrame, onLost } = this.#callbacks
    const section = new Section(this.#options.urlOf(barId), this.#options, {
      onFrame: (frame) => onFrame(barId, frame),
      onLost: (code) => onLost(barId, code),
      onEnd: () => this.#sections.delete(barId),
    })
    this.#sections.set(barId, section)
  }
}

class Section {
  readonly #socket: ReconnectingSocket
  readonly #page: PageEvents
  readonly #onEnd: () => void
  /** Of the last frame; 0 before the first one. */
  #number = 0
  #isOpen = false
  #isWanted = true

  constructor(
    url: string,
    { urlOf: _, ...options }: SectionsOptions,
    callbacks: {
      onFrame: (frame: BoardMessage) => void
      onLost: (code: number) => void
      /** Of this section: it does not connect any more. */
      onEnd: () => void
    },
  ) {
    this.#page = options.page
    this.#onEnd = callbacks.onEnd
    this.#socket = new ReconnectingSocket(
      { ...options, url, protocols: [BOARD_SUBPROTOCOL] },
      {
        onOpen: () => {
          this.#isOpen = true
          if (this.#isWanted) this.#tellVisible()
          else this.#end()
        },
        onMessage: (data) => {
          const frame = readFrame(data)
          if (!frame) return
          if (frame.number !== this.#number + 1) return this.#startOver()
          this.#number = frame.number
          callbacks.onFrame(frame)
        },
        onClose: (code) => {
          this.#isOpen = false
          this.#number = 0
          if (!this.#isWanted || isFinalClose(code)) this.#end()
          callbacks.onLost(code)
        },
        onPageEvent: (event) => {
          if (event === 'hidden' || event === 'visible') this.#tellVisible()
        },
      },
    )
  }

  get number(): number {
    return this.#number
  }

  /** Closing a socket that is still connecting would log a warning: it goes when it is open. */
  setWanted(isWanted: boolean): void {
    this.#isWanted = isWanted
    if (!isWanted && this.#isOpen) this.#end()
  }

  send(request: BoardRequest): boolean {
    return this.#socket.send(JSON.stringify(request))
  }

  #end(): void {
    this.#number = 0
    this.#socket.close()
    this.#onEnd()
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
