import { LIMITS } from '#contract/limits.ts'
import type { ClientMessage, ResumePoint, ServerMessage } from '#contract/protocol.ts'
import { SUBPROTOCOL } from '#contract/protocol.ts'
import { toUpgradeQuery } from '#contract/upgrade-query.ts'
import { readFrame } from './frame.ts'
import type { PageSign } from './page-signs.ts'
import type { ReturningSocketOptions } from './returning-socket.ts'
import { ReturningSocket } from './returning-socket.ts'

export interface RoomSocketOptions extends Omit<ReturningSocketOptions, 'protocols' | 'url'> {
  url: string
  secret: string
}

interface Ends {
  /** Where the next connection resumes; null before the first snapshot. */
  resumeFrom: () => ResumePoint | null
  opened: () => void
  received: (message: ServerMessage) => void
  lost: (code: number) => void
  closed: (code: number) => void
}

/** Proves the visit and reports page visibility. RoomConnection handles the messages. */
export class RoomSocket {
  readonly #socket: ReturningSocket
  #frames = 0

  constructor({ secret, url, ...options }: RoomSocketOptions, ends: Ends) {
    const { received, lost, closed } = ends
    this.#socket = new ReturningSocket(
      {
        ...options,
        protocols: [SUBPROTOCOL, secret],
        url: () => url + toUpgradeQuery(ends.resumeFrom()),
      },
      {
        opened: () => {
          this.#frames = 0
          ends.opened()
          if (options.page.isHidden()) this.send({ type: 'hidden' })
        },
        heard: (data) => {
          this.#countFrame()
          for (const message of readFrame(data)) received(message)
        },
        noticed: (sign) => this.#tell(sign),
        lost,
        closed,
      },
    )
  }

  send(message: ClientMessage): boolean {
    return this.#socket.send(JSON.stringify(message))
  }

  confirm(): void {
    this.send({ type: 'confirm', frames: this.#frames })
  }

  restart(): void {
    this.#socket.restart()
  }

  restartNow(): void {
    this.#socket.restartNow()
  }

  close(): void {
    this.#socket.close()
  }

  /** Backpressure: the room has no other sign of how much this page has received. */
  #countFrame(): void {
    this.#frames += 1
    if (this.#frames % LIMITS.confirmEveryFrames === 0) this.confirm()
  }

  #tell(sign: PageSign): void {
    if (sign === 'hidden' || sign === 'visible') this.send({ type: sign })
  }
}
