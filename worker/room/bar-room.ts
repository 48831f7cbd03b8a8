import { DurableObject } from 'cloudflare:workers'
import type { History } from '#contract/message.ts'
import type { OwnData } from '#contract/own-data.ts'
import type { OwnPerson } from '#contract/person.ts'
import { PING, PONG } from '#contract/protocol.ts'
import type { DeviceClaim } from '#worker/auth/tokens.ts'
import type { CountedHour } from '#worker/db/bar-hours.ts'
import { findDoor } from '#worker/db/bars.ts'
import type { RoomAnswer } from '#worker/monitor/report.ts'
import { answerClose } from '#worker/rim/answer-close.ts'
import type { Admitted, Browser, Profile, Refused } from './arrivals.ts'
import { Arrivals } from './arrivals.ts'
import { assemble } from './assemble.ts'
import { readAttachment } from './attachment.ts'
import { Departures } from './departures.ts'
import { Door } from './door.ts'
import { Doorway } from './doorway.ts'
import type { Changes } from './edits.ts'
import { Frames } from './frames.ts'
import type { Credentials } from './own-visit.ts'
import { OwnVisit } from './own-visit.ts'
import type { RoomParts } from './parts.ts'
import { Relay } from './relay.ts'
import { removePerson } from './removals.ts'
import { isOpen } from './sockets.ts'
import { readUpgrade, refuseUpgrade } from './upgrade.ts'
import { Upkeep } from './upkeep.ts'

/**
 * The room of one bar. Who may connect: people with a visit here, whom the Worker has recognised by
 * a signed secret. In memory: caches and the facts' numbers of this wake. What survives sleep: people,
 * conversations, cursors and photos to erase in SQLite, sockets with their attachments, one alarm. It
 * forgets a person with all they wrote when their visit ends.
 */
export class BarRoom extends DurableObject<Env> {
  readonly #parts: RoomParts
  readonly #frames: Frames
  readonly #ownVisit: OwnVisit
  readonly #door: Door
  readonly #arrivals: Arrivals
  readonly #departures: Departures
  readonly #doorway: Doorway
  readonly #upkeep: Upkeep

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#parts = assemble(ctx, env, {
      noteEffects: (now) => this.#upkeep.noteEffects(now),
      wakeBy: (at, now) => this.#upkeep.wakeBy(at, now),
      forgetAlarm: () => this.#upkeep.forgetAlarm(),
    })
    this.#frames = new Frames(this.#parts, new Relay(this.#parts))
    this.#door = new Door((barId) => findDoor(env.DB, barId))
    this.#arrivals = new Arrivals(this.#parts, this.#door, env)
    this.#departures = new Departures(this.#parts)
    this.#ownVisit = new OwnVisit(this.#parts, this.#departures)
    this.#doorway = new Doorway(this.#parts)
    this.#parts.sockets.onClosedHere((socket, code) => this.#sayGoodbye(socket, code))
    this.#upkeep = new Upkeep(ctx, env, this.#parts, {
      departures: this.#departures,
      doorway: this.#doorway,
    })
    this.#upkeep.restoreConnected(Date.now())
    // Answered by the platform: a ping neither wakes the room nor is billed as work.
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG))
  }

  /** Makes a person; the same attempt makes no second one. */
  enter(
    barId: string,
    attempt: string,
    profile: Profile,
    browser: Browser,
  ): Promise<Admitted | Refused> {
    return this.#arrivals.enter(barId, attempt, profile, browser)
  }

  /** The profile that this browser made here, for "Continuar como". */
  recognise(device: DeviceClaim): { ok: true; name: string; photo: string | null } | Refused {
    return this.#arrivals.recognise(device)
  }

  /** One more secret for the browser that made a profile. */
  continueAs(device: DeviceClaim): Admitted | Refused {
    return this.#arrivals.continueAs(device)
  }

  /** Changes the own profile. The photo, where there is a new one, is kept already. */
  edit(visit: Credentials, changes: Changes): { ok: true; person: OwnPerson } | Refused {
    return this.#parts.acts.whole(() => this.#ownVisit.edit(visit, changes))
  }

  /** Everything kept about the visit's own person. */
  ownData(visit: Credentials): { ok: true; data: OwnData } | Refused {
    return this.#ownVisit.data(visit)
  }

  /** Notes that a person leaves; their visit ends at `endsAt` unless they stay. */
  startLeaving(visit: Credentials): { ok: true; endsAt: number } | Refused {
    return this.#parts.acts.whole(() => this.#ownVisit.startLeaving(visit))
  }

  /** Takes the leaving back, if it is not too late. */
  stay(visit: Credentials): { ok: true } | Refused {
    return this.#parts.acts.whole(() => this.#ownVisit.stay(visit))
  }

  /** Sends a person away for the night: their visit ends now, and their browser is kept out. */
  remove(personId: string, adminId: string): { ok: true } | Refused {
    const now = Date.now()
    const end = (id: string) => this.#departures.remove(id, now)
    const removing = { ...this.#parts, end }
    const isRemoved = this.#parts.acts.whole(() => removePerson(removing, personId, adminId, now))
    return isRemoved ? { ok: true } : { ok: false, code: 'person_not_found' }
  }

  /** From the register: the bar was paused, opened again or deleted. Safe to repeat. */
  async heedRegister(barId: string): Promise<void> {
    const door = await this.#door.askAnew(barId)
    if (door === null) await this.#upkeep.close(barId)
    else if (this.#parts.tables.ready) this.#parts.tables.setPaused(door === 'paused')
  }

  /** A page of the conversation between the visit's own person and a partner in this bar. */
  history(
    visit: Credentials,
    partnerId: string,
    page: { before?: number; after?: number },
  ): { ok: true; history: History } | Refused {
    return this.#ownVisit.history(visit, partnerId, page)
  }

  /** From the monitor: until when it watches. Answers with everybody if its hash is not ours. */
  watch(watchedUntil: number, knownHash: number): RoomAnswer {
    if (!this.#parts.tables.ready) return { hash: 0 }
    const { reporter, limits } = this.#parts
    return reporter.renew(watchedUntil, knownHash, Date.now(), limits.peoplePerBar)
  }

  /** What is counted of the bar's hours and not in D1 yet. */
  countedHours(): CountedHour[] {
    return this.#parts.attendance.unsaved(Date.now())
  }

  /** Answers only the upgrades that our Worker forwards. */
  override async fetch(request: Request): Promise<Response> {
    const upgrade = readUpgrade(request.headers)
    if (!upgrade) return new Response(null, { status: 403 })
    const now = Date.now()
    const { tables, roster } = this.#parts
    const person = tables.ready ? roster.findByVisit(upgrade.visit, now) : null
    const refusal = this.#doorway.refusal(upgrade.visit, person, now)
    // The Worker closes it with this code: a socket that is refused must not keep the room awake.
    if (refusal || !person) return refuseUpgrade(refusal ?? 'unknownVisit')
    return this.#doorway.open(upgrade, person, now)
  }

  /** A frame of a page. Looked at before it is parsed, and only as long as the visit is alive. */
  override webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): void {
    // A client that ignores the close of its socket goes on sending; nobody listens any more.
    if (!isOpen(socket)) return
    const now = Date.now()
    try {
      if (!this.#frames.isLookedAt(socket, frame, now)) return
      const person = this.#ownVisit.find(readAttachment(socket), now)
      if (!person) return this.#parts.sockets.close(socket, 'unknownVisit')
      this.#frames.obey(socket, frame, person, now)
    } catch (error) {
      this.#frames.fail(socket, error)
    }
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    this.#sayGoodbye(socket, code)
    answerClose(socket, code)
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    this.#sayGoodbye(socket, 1006)
  }

  /** What is due without anybody asking. */
  override async alarm(): Promise<void> {
    this.#upkeep.attend(Date.now())
  }

  /** One goodbye for close and error alike. */
  #sayGoodbye(socket: WebSocket, code: number): void {
    const now = Date.now()
    if (!this.#parts.tables.ready) return
    const graceEndsAt = this.#doorway.leave(socket, code, now)
    if (graceEndsAt !== null) this.#upkeep.wakeBy(graceEndsAt, now)
  }
}
