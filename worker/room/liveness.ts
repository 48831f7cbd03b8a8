import { changeAttachment, readAttachment } from './attachment.ts'
import type { RoomParts } from './parts.ts'

/**
 * Finds the sockets whose other end has gone without a word: a phone in a lift, a browser that was
 * killed. The platform reports those as open for ever.
 */
export class Liveness {
  readonly #parts: RoomParts

  constructor(parts: RoomParts) {
    this.#parts = parts
  }

  /** When the next socket will have been silent for too long; null where there is none. */
  nextDue(): number | null {
    const { sockets } = this.#parts
    const due = sockets.all().map((socket) => sockets.heardUntil(socket))
    return due.length > 0 ? due.reduce((one, other) => Math.min(one, other)) : null
  }

  /** Gives silent sockets up. Their people have had their time: they go offline with it. */
  endSilent(now: number): void {
    const { roster, sockets } = this.#parts
    for (const socket of sockets.all()) {
      if (sockets.heardUntil(socket) > now) continue
      const heardAt = sockets.heardAt(socket)
      const { personId } = readAttachment(socket)
      const isLast = sockets.of(personId).every((other) => other === socket)
      // First what may fail: of a socket that is closed nobody hears again.
      if (isLast && roster.find(personId)) roster.noteDropped(personId, heardAt, now)
      changeAttachment(socket, { gone: true })
      sockets.close(socket, 'silent')
    }
  }
}
