import * as v from 'valibot'
import type { BoardMessage } from '#contract/board.ts'
import { boardMessageSchema } from '#contract/board.ts'
import type { HelpShown } from '#contract/help.ts'
import { isFinalClose } from '#contract/protocol.ts'
import type { ReconnectingSocket, SocketCallbacks } from '#web/socket/reconnecting-socket.ts'

const frameSchema = v.pipe(v.string(), v.parseJson(), boardMessageSchema)

type OpenSocket = (
  barId: string,
  isFolded: boolean,
  callbacks: SocketCallbacks,
) => ReconnectingSocket

export interface SectionsCallbacks {
  onFrame: (barId: string, frame: BoardMessage) => void
  /** It connects again, unless the code is final. `wasLive`: not an attempt that failed. */
  onLost: (barId: string, code: number, wasLive: boolean) => void
}

/** The sockets of the bars whose people the board shows. */
export class Sections {
  readonly #openSocket: OpenSocket
  readonly #callbacks: SectionsCallbacks
  readonly #sections = new Map<string, Section>()
  #shown: readonly string[] = []

  constructor(openSocket: OpenSocket, callbacks: SectionsCallbacks) {
    this.#openSocket = openSocket
    this.#callbacks = callbacks
  }

  /**
   * Opens these, also those that were closed for good, and closes all others. One that is folded or unfolded
   * opens anew.
   */
  show(barIds: readonly string[], folded: readonly string[]): void {
    this.#shown = barIds
    for (const [barId, section] of this.#sections) {
      if (barIds.includes(barId) && folded.includes(barId) === section.isFolded) continue
      this.#sections.delete(barId)
      section.end()
    }
    for (const barId of barIds) {
      if (!this.#sections.has(barId)) this.#add(barId, folded.includes(barId))
    }
  }

  /** Open, and has its first frame. */
  isLive(barId: string): boolean {
    return this.numberOf(barId) > 0
  }

  /** The number of the last frame; 0 before it. */
  numberOf(barId: string): number {
    return this.#sections.get(barId)?.number ?? 0
  }

  /** Those that are shown but not live. */
  get waiting(): string[] {
    return this.#shown.filter((barId) => !this.isLive(barId))
  }

  /** Its connection may be dead. */
  check(barId: string): void {
    this.#sections.get(barId)?.check()
  }

  /** False if it was not sent. */
  send(barId: string, shown: HelpShown): boolean {
    return this.#sections.get(barId)?.send(shown) === true
  }

  #add(barId: string, isFolded: boolean): void {
    const { onFrame, onLost } = this.#callbacks
    const open = (callbacks: SocketCallbacks) => this.#openSocket(barId, isFolded, callbacks)
    const section = new Section(open, isFolded, {
      onFrame: (frame) => onFrame(barId, frame),
      onLost: (code, wasLive) => {
        if (isFinalClose(code)) this.#sections.delete(barId)
        onLost(barId, code, wasLive)
      },
    })
    this.#sections.set(barId, section)
  }
}

class Section {
  readonly isFolded: boolean
  readonly #socket: ReconnectingSocket
  /** The number of the last frame; 0 before it. */
  #number = 0
  /** The frame after which it was checked. */
  #checked = 0
  #isOpen = false
  #isOver = false

  constructor(
    open: (callbacks: SocketCallbacks) => ReconnectingSocket,
    isFolded: boolean,
    callbacks: {
      onFrame: (frame: BoardMessage) => void
      onLost: (code: number, wasLive: boolean) => void
    },
  ) {
    this.isFolded = isFolded
    this.#socket = open({
      onOpen: () => {
        this.#isOpen = true
        if (this.#isOver) this.#socket.close()
      },
      onMessage: (data) => {
        const { output: frame, success } = v.safeParse(frameSchema, data)
        if (!success) return
        if (frame.number !== this.#number + 1) return this.#startOver()
        this.#number = frame.number
        callbacks.onFrame(frame)
      },
      onClose: (code) => {
        const wasLive = this.#number > 0
        this.#isOpen = false
        this.#number = 0
        this.#checked = 0
        if (this.#isOver || isFinalClose(code)) this.#socket.close()
        // Its session may have ended with it.
        if (!this.#isOver) callbacks.onLost(code, wasLive)
      },
    })
  }

  get number(): number {
    return this.#number
  }

  /** Closing a socket that is still connecting would log a warning: it goes when it is open. */
  end(): void {
    this.#isOver = true
    if (this.#isOpen) this.#socket.close()
  }

  /** Once after each frame: a further ping would put the end of the first one off. */
  check(): void {
    if (this.#checked === this.#number) return
    this.#checked = this.#number
    this.#socket.check()
  }

  send(shown: HelpShown): boolean {
    return this.#socket.send(JSON.stringify(shown))
  }

  /** A frame was lost: the first one of a new connection holds everything. */
  #startOver(): void {
    this.#number = 0
    this.#socket.reconnect()
  }
}
