import { log } from '#worker/log.ts'
import type { Boards } from './boards.ts'
import type { Broadcast } from './broadcast.ts'
import type { Effect, PersonChange } from './effects.ts'
import type { Sockets } from './sockets.ts'
import type { RoomStorage } from './storage.ts'

/** Sends the effects of a committed change to the sockets. */
export class Delivery {
  readonly #storage: RoomStorage
  readonly #sockets: Sockets
  readonly #broadcast: Broadcast
  readonly #boards: Boards

  constructor(storage: RoomStorage, sockets: Sockets, broadcast: Broadcast, boards: Boards) {
    this.#storage = storage
    this.#sockets = sockets
    this.#broadcast = broadcast
    this.#boards = boards
  }

  /** Never throws: the change is stored. On failure all pages reconnect for a snapshot (rule 3). */
  send(effects: readonly Effect[]): void {
    const changes: PersonChange[] = []
    try {
      for (const effect of effects) {
        if (effect.kind === 'broadcast') changes.push(effect.change)
        else this.#sendToPerson(effect)
      }
      this.#broadcast.publish(changes)
    } catch (error) {
      log('effect_failed', { error })
      this.#storage.dropCaches()
      this.#broadcast.restart()
      for (const socket of this.#sockets.all()) this.#sockets.close(socket, 'outOfSync')
    }
  }

  #sendToPerson(effect: Exclude<Effect, { kind: 'broadcast' }>): void {
    if (effect.kind === 'tellBoards') return this.#boards.tell(effect.frame)
    if (effect.kind === 'blocksChanged') return this.#broadcast.noteBlocks(effect.marks)
    const open = this.#sockets.of(effect.personId)
    if (effect.kind === 'send') return this.#sockets.send(open, effect.message)
    const { reason, erased } = effect
    this.#sockets.send(open, { type: 'ended', reason, erased })
    this.#sockets.end(effect.personId, reason)
  }
}
