import { CLOSE } from '#contract/protocol.ts'
import { log } from '#worker/log.ts'
import { erasePhotos } from '#worker/media/erase-many.ts'
import type { Alarm } from '#worker/room/alarm.ts'
import type { Boards } from '#worker/room/board/boards.ts'
import type { CountPushes } from '#worker/room/board/count-pushes.ts'
import type { Occupancy } from '#worker/room/board/occupancy.ts'
import type { Conversations } from '#worker/room/chat/conversations.ts'
import type { People } from '#worker/room/people/people.ts'
import type { Abuse } from '#worker/room/safety/abuse.ts'
import type { Blocks } from '#worker/room/safety/blocks.ts'
import type { EntryCode } from '#worker/room/safety/entry-code.ts'
import type { Removals } from '#worker/room/safety/removals.ts'
import type { Reports } from '#worker/room/safety/reports.ts'
import { readAttachment } from '#worker/room/sockets/attachment.ts'
import type { Sockets } from '#worker/room/sockets/sockets.ts'
import type { PhotoErasures } from './photo-erasures.ts'
import { RepeatedEffect } from './repeated-effect.ts'
import { deliverReports } from './report-delivery.ts'
import type { Schema } from './schema.ts'

interface Parts {
  schema: Schema
  people: People
  conversations: Conversations
  sockets: Sockets
  boards: Boards
  photoErasures: PhotoErasures
  occupancy: Occupancy
  abuse: Abuse
  removals: Removals
  blocks: Blocks
  entryCode: EntryCode
  reports: Reports
  alarm: Alarm
  countPushes: CountPushes
  onReportKept: () => void
}

/**
 * What must happen in R2 and in D1: delivers reports and erases photos. After the last visit it saves
 * the hours in D1, and erases the room's file when the monitor shows nobody here.
 */
export class Teardown {
  readonly #ctx: DurableObjectState
  readonly #env: Env
  readonly #parts: Parts
  readonly #reports: RepeatedEffect
  readonly #photos: RepeatedEffect
  readonly #erasure: RepeatedEffect
  #runsSoon = false

  constructor(ctx: DurableObjectState, env: Env, parts: Parts) {
    this.#ctx = ctx
    this.#env = env
    this.#parts = parts
    const { schema, photoErasures, reports, countPushes } = parts
    this.#reports = new RepeatedEffect(
      () => schema.isReady && reports.hasPending,
      () => this.#deliverReports(),
      'report_not_delivered',
    )
    this.#photos = new RepeatedEffect(
      () => schema.isReady && photoErasures.areDue,
      () => this.#eraseSomePhotos(),
      'photo_not_erased',
    )
    const outside = [this.#reports, this.#photos]
    const mayErase = () => {
      return this.#isOver() && countPushes.isZeroConfirmed && outside.every(({ isDone }) => isDone)
    }
    this.#erasure = new RepeatedEffect(mayErase, () => this.#eraseFile(mayErase), 'room_not_erased')
  }

  nextDue(now: number): number | null {
    const effects = [this.#reports, this.#photos, this.#erasure]
    const due = effects.map((effect) => effect.nextDue(now)).filter((at) => at !== null)
    return due.length > 0 ? Math.min(...due) : null
  }

  /** Not awaited: no request waits for R2 or the monitor. */
  runSoon(): void {
    if (this.#runsSoon) return
    this.#runsSoon = true
    const running = Promise.resolve().then(async () => {
      this.#runsSoon = false
      const now = Date.now()
      // A photo is erased after the reports that freeze it.
      await this.#reports.run(now)
      await this.#photos.run(now)
      await this.#erasure.run(now)
    })
    this.#ctx.waitUntil(running.catch((error) => log('alarm_failed', { error })))
  }

  /** Idempotent: photos are read from storage, where a failed attempt has left them. */
  async closeBar(barId: string): Promise<void> {
    const { schema, people, boards, photoErasures, occupancy } = this.#parts
    boards.closeAll('accessChanged')
    if (schema.isReady) this.#endAllSockets()
    schema.shut()
    const effects = [this.#reports, this.#photos, this.#erasure]
    await Promise.all([...effects.map((effect) => effect.stopped()), occupancy.settled()])
    if (schema.exists) {
      await erasePhotos(this.#env, [...people.photos().values()])
      for (;;) {
        const paths = photoErasures.nextOfAll()
        if (paths.length === 0) break
        await erasePhotos(this.#env, paths)
        photoErasures.confirm(paths)
      }
    }
    await this.#parts.countPushes.pushZero(barId)
    await this.#erase()
  }

  /** One pass over storage. Sends no events: everybody goes. */
  #endAllSockets(): void {
    const { people, conversations, sockets } = this.#parts
    const photos = people.photos()
    const messages = conversations.countByPerson()
    for (const socket of sockets.all()) {
      const { personId } = readAttachment(socket)
      const erased = {
        profiles: 1,
        photos: photos.has(personId) ? 1 : 0,
        messages: messages.get(personId) ?? 0,
      }
      sockets.send([socket], { type: 'ended', reason: 'closed', erased })
      socket.close(CLOSE.visitEnded, 'closed')
    }
  }

  /** Bans, blocks, reports, wrong codes and abuse counts keep the file after the last visit. */
  #isOver(): boolean {
    const { schema, people, removals, blocks, abuse, entryCode, reports } = this.#parts
    if (!schema.isReady || !people.isEmpty() || !reports.isEmpty) return false
    return [removals, blocks, abuse, entryCode].every((one) => one.nextDue() === null)
  }

  async #deliverReports(): Promise<void> {
    const { schema, reports, onReportKept } = this.#parts
    await deliverReports(this.#env, schema.room.barId, reports, onReportKept)
  }

  async #eraseSomePhotos(): Promise<void> {
    const { photoErasures } = this.#parts
    const paths = photoErasures.next()
    await erasePhotos(this.#env, paths)
    photoErasures.confirm(paths)
  }

  async #eraseFile(mayErase: () => boolean): Promise<void> {
    await this.#parts.occupancy.saveRest(Date.now())
    // A person may have entered meanwhile.
    if (mayErase()) await this.#erase()
  }

  async #erase(): Promise<void> {
    const { schema, alarm } = this.#parts
    await this.#ctx.blockConcurrencyWhile(() => schema.erase())
    alarm.forget()
  }
}
