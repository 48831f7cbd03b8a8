import { DurableObject } from 'cloudflare:workers'
import type { ErrorCode } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { History } from '#contract/message.ts'
import type { OwnPerson } from '#contract/person.ts'
import { CLOSE, PING, PONG } from '#contract/protocol.ts'
import { barExists } from '#worker/db/bars.ts'
import { erasePhoto } from '#worker/media/photos.ts'
import type { RoomAnswer } from '#worker/monitor/report.ts'
import { monitorOf } from '#worker/monitor/stub.ts'
import { toOwnPerson, toPublicPerson } from '#worker/policy/views.ts'
import { tagSql } from '#worker/rim/sql.ts'
import { Agenda, SOONEST_MS } from './agenda.ts'
import { readAttachment } from './attachment.ts'
import { ChatLog } from './chat-log.ts'
import { toD1AndMonitor } from './copy-target.ts'
import { Departures } from './departures.ts'
import { Doorway } from './doorway.ts'
import { Feed } from './feed.ts'
import { obey } from './frames.ts'
import { Presence } from './presence.ts'
import { ProfileCopy } from './profile-copy.ts'
import { Relay } from './relay.ts'
import { Reporter } from './reporter.ts'
import type { Entry, RosterPerson } from './roster.ts'
import { Roster } from './roster.ts'
import { Sockets } from './sockets.ts'
import { Tables } from './tables.ts'
import type { Visit } from './visit.ts'
import { readVisitHeader } from './visit.ts'

type Refused = { ok: false; code: ErrorCode }
type Holder = Pick<Visit, 'personId' | 'secretHash'>

/**
 * The room of one bar. Who may connect: people with a visit here, whom the Worker has recognised by
 * a signed secret. In memory: caches, the facts' numbers of this wake and what is still to be copied
 * to D1. What survives sleep: people, conversations and cursors in SQLite, sockets with their
 * attachments, one alarm. It forgets a person with all they wrote when their visit ends.
 */
export class BarRoom extends DurableObject<Env> {
  readonly #tables: Tables
  readonly #roster: Roster
  readonly #chatLog: ChatLog
  readonly #sockets: Sockets
  readonly #presence: Presence
  readonly #reporter: Reporter
  readonly #feed: Feed
  readonly #relay: Relay
  readonly #departures: Departures
  readonly #doorway: Doorway
  readonly #copy: ProfileCopy
  readonly #agenda: Agenda

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    const sql = tagSql(ctx.storage)
    this.#tables = new Tables(ctx.storage, sql)
    this.#roster = new Roster(sql)
    this.#chatLog = new ChatLog(sql)
    this.#sockets = new Sockets(ctx)
    this.#presence = new Presence(this.#roster, this.#sockets)
    this.#reporter = new Reporter(
      () => this.#tables.barId,
      this.#roster,
      this.#presence,
      this.#sockets,
      (report) => monitorOf(env).report(report),
    )
    this.#feed = new Feed(this.#sockets, (facts) => this.#reporter.note(facts))
    this.#relay = new Relay(this.#roster, this.#chatLog, this.#presence, this.#sockets)
    this.#departures = new Departures(
      this.#roster,
      this.#chatLog,
      this.#presence,
      this.#sockets,
      this.#feed,
    )
    this.#doorway = new Doorway(
      this.#roster,
      this.#chatLog,
      this.#presence,
      this.#sockets,
      this.#feed,
      this.#reporter,
    )
    this.#copy = new ProfileCopy(() => this.#tables.barId, this.#roster, toD1AndMonitor(env))
    this.#agenda = new Agenda(ctx.storage, (now) => this.#nextDue(now))
    // Answered by the platform: a ping neither wakes the room nor is billed as work.
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG))
  }

  /** Makes a person. The id is the client's and refused where it exists. */
  async enter(entry: Entry): Promise<{ ok: true; person: OwnPerson } | Refused> {
    if (!this.#tables.ready) {
      if (!(await barExists(this.env.DB, entry.barId))) return { ok: false, code: 'bar_not_found' }
      this.#tables.create(entry.barId)
    }
    const now = Date.now()
    if (this.#roster.find(entry.id)) return { ok: false, code: 'id_taken' }
    this.#roster.add(entry, now)
    this.#copyLater(entry.id, now)
    this.#feed.tell([{ kind: 'entered', person: toPublicPerson(entry, true) }])
    return { ok: true, person: toOwnPerson(entry, true) }
  }

  /** Notes that a person leaves; their visit ends at `endsAt` unless they stay. */
  startLeaving(visit: Holder): { ok: true; endsAt: number } | Refused {
    const now = Date.now()
    const person = this.#findPerson(visit, now)
    if (!person) return { ok: false, code: 'visit_ended' }
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

  /** A page of the conversation between the visit's own person and a partner in this bar. */
  history(
    visit: Holder,
    partnerId: string,
    page: { before?: number; after?: number },
  ): { ok: true; history: History } | Refused {
    const person = this.#findPerson(visit, Date.now())
    if (!person) return { ok: false, code: 'visit_ended' }
    if (partnerId === person.id || !this.#roster.find(partnerId)) {
      return { ok: false, code: 'person_not_found' }
    }
    const conversation = this.#chatLog.conversation(person.id, partnerId)
    return { ok: true, history: this.#chatLog.history(conversation, page) }
  }

  /** From the monitor: until when it watches. Answers with everybody if its hash is not ours. */
  watch(watchedUntil: number, knownHash: number): RoomAnswer {
    if (!this.#tables.ready) return { hash: 0 }
    return this.#reporter.renew(watchedUntil, knownHash, Date.now(), LIMITS.peoplePerSnapshot)
  }

  /** Answers only the upgrades that our Worker forwards. */
  override async fetch(request: Request): Promise<Response> {
    const visit = readVisitHeader(request.headers)
    if (!visit) return new Response(null, { status: 403 })
    const now = Date.now()
    return this.#doorway.open(visit, this.#findPerson(visit, now), now)
  }

  override async webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): Promise<void> {
    const now = Date.now()
    const person = this.#findPerson(readAttachment(socket), now)
    if (!person) return socket.close(CLOSE.unknownVisit, 'unknownVisit')
    obey(socket, frame, person, this.#relay, now)
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    // The compatibility date answers a close only for sockets that do not hibernate; 1005 and 1006
    // say that there was no code and cannot be sent.
    socket.close(code === 1005 || code === 1006 ? 1000 : code)
    this.#sayGoodbye(socket, code)
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    this.#sayGoodbye(socket, 1006)
  }

  override async alarm(info?: AlarmInvocationInfo): Promise<void> {
    const now = Date.now()
    try {
      for (const { id, reason } of this.#tables.ready ? this.#roster.listEnded(now) : []) {
        this.#end(id, reason)
      }
      this.#tellGoneOffline((info?.scheduledTime ?? now) - SOONEST_MS, now)
      this.#copy.wantComparison()
      this.#copyNow(now)
    } finally {
      this.#agenda.rearm(Date.now())
    }
  }

  #findPerson(visit: Holder, now: number): RosterPerson | null {
    return this.#tables.ready ? this.#roster.findByVisit(visit, now) : null
  }

  #nextDue(now: number): number | null {
    const due = [this.#tables.ready ? this.#roster.nextDue(now) : null, this.#copy.nextDue(now)]
    const times = due.filter((at) => at !== null)
    return times.length > 0 ? Math.min(...times) : null
  }

  /** One goodbye for close and error alike. */
  #sayGoodbye(socket: WebSocket, code: number): void {
    const now = Date.now()
    this.#sockets.forget(socket)
    const graceEndsAt = this.#doorway.leave(socket, code, now)
    if (graceEndsAt !== null) this.#agenda.wakeBy(graceEndsAt, now)
  }

  #tellGoneOffline(from: number, to: number): void {
    if (!this.#tables.ready) return
    const gone = this.#presence.listGoneOffline(Math.min(from, to), to)
    this.#feed.tell(gone.map((personId) => ({ kind: 'presence', personId, online: false })))
  }

  #end(personId: string, reason: 'left' | 'expired'): void {
    const person = this.#roster.find(personId)
    if (!person) return
    this.#departures.end(person, reason)
    this.#copy.mark(personId)
    if (person.photo) this.ctx.waitUntil(erasePhoto(this.env, person.photo))
  }

  /** The alarm, set in the same commit, is the mark that a copy is due. */
  #copyLater(personId: string, now: number): void {
    this.#copy.mark(personId)
    this.#agenda.wakeBy(this.#nextDue(now) ?? now, now)
    this.#copyNow(now)
  }

  /** Not awaited: nothing in the room waits for D1. */
  #copyNow(now: number): void {
    this.ctx.waitUntil(this.#copy.run(now))
  }
}
