import type { ClientMessage, ServerMessage } from '#contract/protocol.ts'
import { SUBPROTOCOL } from '#contract/protocol.ts'
import { readFrame } from './frame.ts'
import type { PageSign } from './page-signs.ts'
import type { ReturningSocketOptions } from './returning-socket.ts'
import { ReturningSocket } from './returning-socket.ts'

export interface RoomSocketOptions extends Omit<ReturningSocketOptions, 'protocols'> {
  secret: string
}

interface Ends {
  received: (message: ServerMessage) => void
  lost: (code: number) => void
  /** Lost for good: nothing but `restart` connects again. */
  closed: (code: number) => void
}

/**
 * The connection to a bar's room: proves the visit and says whether the page is hidden. What is
 * said over it is the business of RoomConnection.
 */
export class RoomSocket {
  readonly #socket: ReturningSocket

  constructor({ secret, ...options }: RoomSocketOptions, { received, lost, closed }: Ends) {
    const protocols = [SUBPROTOCOL, secret]
    this.#socket = new ReturningSocket(
      { ...options, protocols },
      {
        opened: () => {
          if (options.page.isHidden()) this.send({ type: 'hidden' })
        },
        heard: (data) => {
          const message = readFrame(data)
          if (message) received(message)
        },
        noticed: (sign) => this.#tell(sign),
        lost,
        closed,
      },
    )
  }

  /** Whether the frame went out. */
  send(message: ClientMessage): boolean {
    return this.#socket.send(JSON.stringify(message))
  }

  /** Gives this connection up for a new one, which waits its turn as after a loss. */
  restart(): void {
    this.#socket.restart()
  }

  /** The same without the wait: somebody is there, and the old connection is known to be dead. */
  restartNow(): void {
    this.#socket.restartNow()
  }

  close(): void {
    this.#socket.close()
  }

  #tell(sign: PageSign): void {
    if (sign === 'hidden' || sign === 'visible') this.send({ type: sign })
  }
}
