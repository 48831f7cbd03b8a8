import { DurableObject } from 'cloudflare:workers'
import { LIMITS } from '#contract/limits.ts'
import type { History } from '#contract/message.ts'
import type { OwnData, OwnPerson } from '#contract/person.ts'
import { PING, PONG } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { findDoor } from '#worker/db/bars.ts'
import { log } from '#worker/log.ts'
import { erasePhotos } from '#worker/media/erase-many.ts'
import type { RoomAnswer } from '#worker/monitor/report.ts'
import { monitorOf } from '#worker/monitor/stub.ts'
import { toOwnPerson } from '#worker/policy/views.ts'
import { answerClose } from '#worker/rim/answer-close.ts'
import { Agenda } from './agenda.ts'
import type { Arrived, Refused } from './arrivals.ts'
import { Arrivals } from './arrivals.ts'
import { assemble } from './assemble.ts'
import { readAttachment } from './attachment.ts'
import { sayLastGoodbye } from './closing.ts'
import { toD1AndMonitor } from './copy-target.ts'
import { Departures } from './departures.ts'
import { Door } from './door.ts'
import { Doorway } from './doorway.ts'
import type { Changes } from './edits.ts'
import { edit, refusalOfEdit } from './edits.ts'
import { Frames } from './frames.ts'
import { Liveness } from './liveness.ts'
import { collectOwnData } from './own-data.ts'
import type { RoomParts } from './parts.ts'
import { ProfileCopy } from './profile-copy.ts'
import type { Device } from './recovery.ts'
import { Recovery } from './recovery.ts'
import { Relay } from './relay.ts'
import { removePerson } from './removals.ts'
import type { Entry, RosterPerson } from './roster.ts'
import { close, isOpen } from './sockets.ts'
import { firstReadableBy } from './takeover.ts'
import { readUpgrade, refuseUpgrade } from './upgrade.ts'
import type { Visit } from './visit.ts'

/** Longer than the longest grace, so that one which ran out while the room slept is among it. */
const TOLD_AGAIN_MS = 2 * TIMINGS.hiddenGraceMs

type Holder = Pick<Visit, 'personId' | 'secretHash'>

/**
 * The room of one bar. Who may connect: people with a visit here, whom the Worker has recognised by
 * a signed secret. In memory: caches, the facts' numbers of this wake and what is still to be copied
 * to D1. What survives sleep: people, conversations and cursors in SQLite, sockets with their
 * attachments, one alarm. It forgets a person with all they wrote when their visit ends.
 */
export class BarRoom extends DurableObject<Env> {
  readonly #parts: RoomParts
  readonly #frames: Frames
  readonly #liveness: Liveness
  readonly #recovery: Recovery
  readonly #door: Door
  readonly #arrivals: Arrivals
  readonly #departures: Departures
  readonly #doorway: Doorway
  readonly #copy: ProfileCopy
  readonly #agenda: Agenda
  /** Until when this wake has told who went offline. */
  #toldThrough: number | null = null

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#parts = assemble(ctx, env, {
      noteChange: (personId, now) => this.#copyLater(personId, now),
      wakeBy: (at, now) => this.#agenda.wakeBy(at, now),
    })
    this.#frames = new Frames(this.#parts, new Relay(this.#parts))
    this.#liveness = new Liveness(this.#parts)
    this.#recovery = new Recovery(this.#parts)
    this.#door = new Door((barId) => findDoor(env.DB, barId))
    this.#arrivals = new Arrivals(this.#parts, this.#recovery, this.#door, env)
    this.#departures = new Departures(this.#parts)
    this.#doorway = new Doorway(this.#parts)
    const { tables, roster } = this.#parts
    this.#copy = new ProfileCopy(() => tables.barId, roster, toD1AndMonitor(env))
    this.#agenda = new Agenda(ctx.storage, (now) => this.#nextDue(now))
    // Answered by the platform: a ping neither wakes the room nor is billed as work.
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG))
  }

  /** Makes a person, or finds the one who has this phone. An id that exists is refused. */
  enter(barId: string, entry: Entry, device: Device): Promise<Arrived | Refused> {
    return this.#arrivals.enter(barId, entry, device)
  }

  /** Who made a profile here with this browser, for "Continuar como". */
  recognise(personId: string): { ok: true; name: string; photo: string | null } | Refused {
    return this.#arrivals.recognise(personId)
  }

  /** One more secret for the browser that made a profile. */
  continueAs(personId: string): Promise<Arrived | Refused> {
    return this.#arrivals.continueAs(personId)
  }

  /** Changes the own profile. The photo, where there is a new one, is kept already. */
  edit(visit: Holder, changes: Changes, device: string): { ok: true; person: OwnPerson } | Refused {
    const now = Date.now()
    const person = this.#findPerson(visit, now)
    if (!person) return { ok: false, code: 'visit_ended' }
    const refusal = refusalOfEdit(this.#parts, person, changes, device, now)
    if (refusal) return { ok: false, code: refusal }
    const edited = edit(this.#parts, person, changes, now)
    return { ok: true, person: toOwnPerson(edited, this.#parts.presence.isOnline(edited, now)) }
  }

  /** Everything kept about the visit's own person. */
  ownData(visit: Holder): { ok: true; data: OwnData } | Refused {
    const now = Date.now()
    const person = this.#findPerson(visit, now)
    const { barId } = this.#parts.tables
    if (!person || !barId) return { ok: false, code: 'visit_ended' }
    return { ok: true, data: collectOwnData(this.#parts, barId, person, now) }
  }

  /** Notes that a person leaves; their visit ends at `endsAt` unless they stay. */
  startLeaving(visit: Holder): { ok: true; endsAt: number } | Refused {
    const now = Date.now()
    const person = this.#findPerson(visit, now)
    if (!person) return { ok: false, code: 'visit_ended' }
    if (person.takeover) {
      // Whoever came in by phone alone goes alone: what is not theirs is not theirs to erase.
      this.#departures.release(person)
      this.#recovery.takeBack(person, now)
      this.#parts.roster.noteDropped(person.id, now, now)
      this.#parts.feed.tell([{ kind: 'presence', personId: person.id, online: false }])
      return { ok: true, endsAt: now }
    }
    const endsAt = this.#departures.start(person, now)
    this.#agenda.wakeBy(endsAt, now)
    return { ok: true, endsAt }
  }

  /** Takes the leaving back, if it is not too late. */
  stay(visit: Holder): { ok: true } | Refused {
    const now = Date.now()
    const person = this.#findPerson(visit, now)
    if (!person || (person.leavingEndsAt ?? now + 1) <= now)
      return { ok: false, code: 'visit_ended' }
    this.#departures.stay(person, now)
    return { ok: true }
  }

  /** Sends a person away for the night: their visit ends now, and their browser is kept out. */
  remove(personId: string, adminId: string): { ok: true } | Refused {
    const now = Date.now()
    const end = (id: string) => this.#departures.remove(id, now)
    const isRemoved = removePerson({ ...this.#parts, end }, personId, adminId, now)
    return isRemoved ? { ok: true } : { ok: false, code: 'person_not_found' }
  }

  /** From the register: the bar was paused, opened again or deleted. Safe to repeat. */
  async heedRegister(barId: string): Promise<void> {
    const door = await this.#door.askAnew(barId)
    if (door === null) await this.#close(barId)
    else if (this.#parts.tables.ready) this.#parts.tables.setPaused(door === 'paused')
  }

  /** A page of the conversation between the visit's own person and a partner in this bar. */
  history(
    visit: Holder,
    partnerId: string,
    page: { before?: number; after?: number },
  ): { ok: true; history: History } | Refused {
    const person = this.#findPerson(visit, Date.now())
    if (!person) return { ok: false, code: 'visit_ended' }
    if (partnerId === person.id || !this.#parts.roster.find(partnerId)) {
      return { ok: false, code: 'person_not_found' }
    }
    const conversation = this.#parts.chatLog.conversation(person.id, partnerId)
    const history = this.#parts.chatLog.history(conversation, page, firstReadableBy(person))
    return { ok: true, history }
  }

  /** From the monitor: until when it watches. Answers with everybody if its hash is not ours. */
  watch(watchedUntil: number, knownHash: number): RoomAnswer {
    if (!this.#parts.tables.ready) return { hash: 0 }
    return this.#parts.reporter.renew(watchedUntil, knownHash, Date.now(), LIMITS.peoplePerBar)
  }

  /** Answers only the upgrades that our Worker forwards. */
  override async fetch(request: Request): Promise<Response> {
    const upgrade = readUpgrade(request.headers)
    if (!upgrade) return new Response(null, { status: 403 })
    const now = Date.now()
    const person = this.#findPerson(upgrade.visit, now)
    const refusal = this.#doorway.refusal(person, now)
    // The Worker closes it with this code: a socket that is refused must not keep the room awake.
    if (refusal || !person) return refuseUpgrade(refusal ?? 'unknownVisit')
    return this.#doorway.open(upgrade.visit, person, upgrade.resume, now)
  }

  override async webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): Promise<void> {
    // A client that ignores the close of its socket goes on sending; nobody listens any more.
    if (!isOpen(socket)) return
    const now = Date.now()
    if (!this.#frames.isLookedAt(socket, frame, now)) return
    const person = this.#findPerson(readAttachment(socket), now)
    if (!person) return close(socket, 'unknownVisit')
    await this.#frames.obey(socket, frame, person, now)
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    this.#sayGoodbye(socket, code)
    answerClose(socket, code)
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    this.#sayGoodbye(socket, 1006)
  }

  override async alarm(): Promise<void> {
    const now = Date.now()
    const failures = this.#parts.tables.ready ? this.#attend(now) : 0
    this.#copy.wantComparison()
    this.#copyNow(now)
    this.#agenda.rearm(Date.now(), failures > 0)
  }

  /** Does what the room's clock asks for, each whether or not another fails. Counts failures. */
  #attend(now: number): number {
    const { chatLog, tries, strikes, removals } = this.#parts
    const parts = [
      () => this.#liveness.endSilent(now),
      () => this.#departures.endDue(now),
      () => this.#tellGoneOffline(now),
      () => chatLog.writeCursors(now),
      () => tries.purge(now),
      () => strikes.purge(now),
      () => removals.purge(now),
    ]
    return parts.filter((part) => !succeeds(part)).length
  }

  /** The person of a visit. Its maker's return undoes what somebody did by phone alone. */
  #findPerson(visit: Holder, now: number): RosterPerson | null {
    const person = this.#parts.tables.ready ? this.#parts.roster.findByVisit(visit, now) : null
    if (!person?.takeover || person.takeover.secretHash === visit.secretHash) return person
    return this.#recovery.takeBack(person, now)
  }

  #nextDue(now: number): number | null {
    const { tables, due: visits, tries, strikes, removals } = this.#parts
    const kept = tables.ready
      ? [visits.nextDue(now), tries.nextDue(), strikes.nextDue(), removals.nextDue()]
      : []
    const due = [...kept, this.#liveness.nextDue(), this.#copy.nextDue(now)]
    const times = due.filter((at) => at !== null)
    return times.length > 0 ? Math.min(...times) : null
  }

  /** One goodbye for close and error alike. */
  #sayGoodbye(socket: WebSocket, code: number): void {
    const now = Date.now()
    if (!this.#parts.tables.ready) return
    const graceEndsAt = this.#doorway.leave(socket, code, now)
    if (graceEndsAt !== null) this.#agenda.wakeBy(graceEndsAt, now)
  }

  /**
   * Tells who went offline since it was told last. A room that has just woken cannot know when that
   * was, and tells the last minutes again: a page that knows it already sees no change.
   */
  #tellGoneOffline(now: number): void {
    const from = this.#toldThrough ?? now - TOLD_AGAIN_MS
    this.#toldThrough = now
    const gone = this.#parts.presence.listGoneOffline(from, now)
    this.#parts.feed.tell(gone.map((personId) => ({ kind: 'presence', personId, online: false })))
  }

  /** The alarm, set in the same commit, is the mark that a copy is due. */
  #copyLater(personId: string, now: number): void {
    this.#copy.mark(personId)
    this.#agenda.wakeBy(this.#copy.nextDue(now) ?? now, now)
    this.#copyNow(now)
  }

  /** Not awaited: nothing in the room waits for D1. */
  #copyNow(now: number): void {
    this.ctx.waitUntil(this.#copy.run(now).then(() => this.#eraseWhenOver()))
  }

  /** Ends every visit, and leaves nothing of the bar behind: no person, no message, no alarm. */
  async #close(barId: string): Promise<void> {
    const { tables } = this.#parts
    const photos = tables.ready ? sayLastGoodbye(this.#parts).photos : []
    tables.shut()
    await this.#copy.stop()
    await erasePhotos(this.env, photos)
    await monitorOf(this.env).noteRoom(barId, false)
    await this.ctx.blockConcurrencyWhile(() => tables.eraseAll())
    this.#agenda.forget()
  }

  /** When the last visit has ended and nothing is due, the room's file is erased as a whole. */
  async #eraseWhenOver(): Promise<void> {
    const { tables, roster, removals, strikes } = this.#parts
    const isOver = tables.ready && this.#copy.isSettled && roster.isEmpty()
    // Who is kept out must not find a room that has forgotten it.
    if (!isOver || removals.nextDue() !== null || strikes.nextDue() !== null) return
    await this.ctx.blockConcurrencyWhile(() => this.#parts.tables.eraseAll())
    this.#agenda.forget()
  }
}

function succeeds(part: () => void): boolean {
  try {
    part()
    return true
  } catch (error) {
    log('alarm_failed', { error })
    return false
  }
}
