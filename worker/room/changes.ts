import { log } from '#worker/log.ts'
import type { Alarm } from './alarm.ts'
import type { Boards } from './board/boards.ts'
import type { CountPushes } from './board/count-pushes.ts'
import type { Notices } from './chat/notices.ts'
import type { Effect, PersonChange } from './effects.ts'
import type { PeopleIndex } from './people/people-index.ts'
import type { Blocks } from './safety/blocks.ts'
import type { Broadcast } from './sockets/broadcast.ts'
import type { Sockets } from './sockets/sockets.ts'
import type { Schema } from './storage/schema.ts'
import type { RoomStorage } from './storage/storage.ts'
import type { Teardown } from './storage/teardown.ts'

interface Parts {
  storage: RoomStorage
  schema: Schema
  sockets: Sockets
  index: PeopleIndex
  blocks: Blocks
  broadcast: Broadcast
  boards: Boards
  notices: Notices
  teardown: Teardown
  countPushes: CountPushes
  alarm: Alarm
}

/** How a change runs: one transaction with its alarm, then the effects that it queued. */
export class Changes {
  readonly #parts: Parts
  readonly #unsent: Effect[] = []
  #isSending = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Throws with nothing stored and nothing sent. */
  run<T>(change: () => T): T {
    const { storage, schema, sockets, index, blocks, teardown, alarm } = this.#parts
    // Before any write: the events after the commit are applied to it.
    if (schema.isReady && sockets.all().length > 0) {
      index.load()
      blocks.load()
    }
    const result = storage.transact(() => {
      const changed = change()
      const due = teardown.nextDue(Date.now())
      if (due !== null) alarm.wakeBy(due)
      return changed
    })
    teardown.runSoon()
    return result
  }

  /** Never throws: the change is stored. An effect that arises while these are sent follows them. */
  send(effects: readonly Effect[]): void {
    this.#unsent.push(...effects)
    if (this.#isSending) return
    this.#isSending = true
    try {
      while (this.#unsent.length > 0) this.#sendAll(this.#unsent.splice(0))
    } finally {
      this.#isSending = false
    }
  }

  /** On failure all pages reconnect for a snapshot (rule 3). */
  #sendAll(effects: readonly Effect[]): void {
    const { storage, sockets, broadcast } = this.#parts
    const changes: PersonChange[] = []
    try {
      for (const effect of effects) {
        if (effect.kind === 'broadcast') changes.push(effect.change)
        else this.#sendOne(effect)
      }
      broadcast.publish(changes)
      this.#pushSoon(changes)
    } catch (error) {
      log('effect_failed', { error })
      storage.dropCaches()
      broadcast.restart()
      for (const socket of sockets.all()) sockets.close(socket, 'outOfSync')
    }
  }

  #pushSoon(changes: readonly PersonChange[]): void {
    const { alarm, countPushes } = this.#parts
    // The alarm pushes by itself.
    if (changes.length === 0 || alarm.isFiring) return
    const hasEnded = changes.some(({ kind }) => kind === 'left')
    alarm.wakeBy(countPushes.dueAfter({ hasEnded }, Date.now()))
  }

  #sendOne(effect: Exclude<Effect, { kind: 'broadcast' }>): void {
    const { sockets, broadcast, boards, notices } = this.#parts
    if (effect.kind === 'sendToBoards') return boards.tell(effect.frame)
    if (effect.kind === 'notifyStaff') return notices.tellStaff(effect.about)
    if (effect.kind === 'blocksChanged') return broadcast.noteBlocks(effect.marks)
    const open = sockets.of(effect.personId)
    if (effect.kind === 'send') return sockets.send(open, effect.message)
    const { reason, erased } = effect
    sockets.send(open, { type: 'ended', reason, erased })
    sockets.end(effect.personId, reason)
  }
}
