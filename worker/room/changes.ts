import { log } from '#worker/log.ts'
import type { Alarm } from './alarm.ts'
import type { Boards } from './board/boards.ts'
import type { CallPushes } from './board/call-pushes.ts'
import type { CountPushes } from './board/count-pushes.ts'
import type { Notices } from './chat/notices.ts'
import type { Effect, PersonChange } from './effects.ts'
import type { PeopleIndex } from './people/people-index.ts'
import type { Blocks } from './safety/blocks.ts'
import type { Broadcast } from './sockets/broadcast.ts'
import type { Sockets } from './sockets/sockets.ts'
import type { Outbox } from './storage/outbox.ts'
import type { RoomFile } from './storage/room-file.ts'
import type { RoomStorage } from './storage/storage.ts'
import type { Teardown } from './storage/teardown.ts'

interface Parts {
  storage: RoomStorage
  file: RoomFile
  sockets: Sockets
  index: PeopleIndex
  blocks: Blocks
  broadcast: Broadcast
  boards: Boards
  notices: Notices
  outbox: Outbox
  teardown: Teardown
  countPushes: CountPushes
  callPushes: CallPushes
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
    const { storage, outbox, teardown, alarm } = this.#parts
    this.#load()
    const { result, erasesAt, sendsAt } = storage.transact(() => {
      const result = change()
      const now = Date.now()
      const erasesAt = teardown.makeReady(now)
      const sendsAt = outbox.nextDue(now)
      for (const at of [erasesAt, sendsAt]) if (at !== null) alarm.wakeBy(at)
      return { result, erasesAt, sendsAt }
    })
    if (sendsAt !== null) outbox.runSoon()
    if (erasesAt !== null) teardown.eraseIfDone()
    return result
  }

  /** Call when another service has confirmed something: the file may be erased, or a row may be due. */
  recheck(): void {
    this.run(() => {})
  }

  /** Sends what no change of rows has caused. Throws with nothing sent. */
  publish(effects: readonly Effect[]): void {
    if (effects.length > 0) this.#load()
    this.send(effects)
  }

  /** Before any write: the events after the commit are applied to it. Pages that are away resume from them. */
  #load(): void {
    const { file, sockets, index, blocks, broadcast } = this.#parts
    if (!file.isReady || (sockets.all().length === 0 && broadcast.number === 0)) return
    index.load()
    blocks.load()
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

  /** On failure all pages and boards reconnect for a first frame (rules 3 and 10). */
  #sendAll(effects: readonly Effect[]): void {
    const { storage, sockets, broadcast, boards } = this.#parts
    try {
      for (const effect of effects) this.#sendOne(effect)
      const changes = effects.filter(isPersonChange)
      broadcast.publish(changes)
      this.#pushSoon(changes)
    } catch (error) {
      log('effect_failed', { error })
      storage.dropCaches()
      broadcast.restart()
      for (const socket of sockets.all()) sockets.close(socket, 'outOfSync')
      boards.closeAll('outOfSync')
    }
  }

  #pushSoon(changes: readonly PersonChange[]): void {
    const { alarm, countPushes } = this.#parts
    // The alarm pushes by itself.
    if (changes.length === 0 || alarm.isFiring) return
    const hasEnded = changes.some(({ kind }) => kind === 'ended')
    alarm.wakeBy(countPushes.dueAfter({ hasEnded }, Date.now()))
  }

  #sendOne(effect: Effect): void {
    const { sockets, broadcast, boards, notices, callPushes } = this.#parts
    switch (effect.kind) {
      case 'entered':
      case 'changed':
        return
      case 'sendToBoards':
        return boards.broadcast(effect.frame)
      case 'callsChanged':
        return void callPushes.pushChanged(Date.now())
      case 'notifyStaff':
        return notices.notifyStaff(effect.about, effect.call)
      case 'blocksChanged':
        return broadcast.noteBlocks(effect.marks)
      case 'send':
        return sockets.send(sockets.of(effect.personId), effect.message)
      case 'ended': {
        const { personId, reason, erased } = effect
        sockets.send(sockets.of(personId), { type: 'ended', reason, erased })
        return sockets.end(personId, reason)
      }
      default:
        return effect satisfies never
    }
  }
}

/** Changes of people are published together, after the other effects. */
function isPersonChange(effect: Effect): effect is PersonChange {
  return effect.kind === 'entered' || effect.kind === 'changed' || effect.kind === 'ended'
}
