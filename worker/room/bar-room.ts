import { DurableObject } from 'cloudflare:workers'
import type { Block } from '#contract/blocks.ts'
import type { PersonNetwork, Removal } from '#contract/clearing.ts'
import type { BoardHelp, HelpAnswer, HelpRequest, HelpShown, OwnHelp } from '#contract/help.ts'
import type { History } from '#contract/message.ts'
import type { MonitoredPerson } from '#contract/monitor.ts'
import type { OwnData } from '#contract/own-data.ts'
import type { OwnPerson } from '#contract/person.ts'
import type { ClientMessage } from '#contract/protocol.ts'
import { PING, PONG } from '#contract/protocol.ts'
import type { ReportRequest } from '#contract/reports.ts'
import type { DeviceClaim } from '#worker/auth/tokens.ts'
import { findUsedSession } from '#worker/db/admin-sessions.ts'
import type { CountedHour } from '#worker/db/bar-hours.ts'
import { saveBarHours } from '#worker/db/bar-hours.ts'
import { findBarStatus } from '#worker/db/bars.ts'
import { monitorOf } from '#worker/durable-objects.ts'
import { answerClose } from '#worker/http/websocket.ts'
import { log } from '#worker/log.ts'
import type { BarTotals } from '#worker/monitor/report.ts'
import { onlyCodesLeave } from '#worker/object-errors.ts'
import type { Deadline } from './alarm.ts'
import { Alarm, deadlinesOf } from './alarm.ts'
import { Away } from './away.ts'
import { BarStatusCheck } from './bar-status.ts'
import { BoardEvents } from './board-events.ts'
import { Boards, readBoard } from './boards.ts'
import { Broadcast } from './broadcast.ts'
import { Chat } from './chat.ts'
import { Conversations } from './conversations.ts'
import { Delivery } from './delivery.ts'
import type { Changed } from './effects.ts'
import { Entering } from './entering.ts'
import { Frames } from './frames.ts'
import { Handshake } from './handshake.ts'
import { Messages } from './messages.ts'
import { NewProfiles } from './new-profiles.ts'
import { Notices } from './notices.ts'
import { Occupancy } from './occupancy.ts'
import type { Person } from './people.ts'
import { People } from './people.ts'
import { PeopleIndex } from './people-index.ts'
import { PhoneRecovery } from './phone-recovery.ts'
import { PhotoErasures } from './photo-erasures.ts'
import { Presence } from './presence.ts'
import type { RoomLimits } from './rate-limits.ts'
import { RateLimits, readRoomLimits } from './rate-limits.ts'
import { ReadPositions } from './read-positions.ts'
import type {
  Admitted,
  BoardEnd,
  BoardUpgrade,
  Browser,
  Credentials,
  OwnDataPlace,
  PlacedSubscription,
  Profile,
  ProfileChanges,
  Refused,
  Removed,
} from './rpc.ts'
import { readBoardUpgrade, readUpgrade, refuseUpgrade } from './rpc.ts'
import { Abuse } from './safety/abuse.ts'
import { Blocks } from './safety/blocks.ts'
import { Clearing } from './safety/clearing.ts'
import { EntryCode } from './safety/entry-code.ts'
import { Help } from './safety/help.ts'
import { Removals } from './safety/removals.ts'
import { Reports } from './safety/reports.ts'
import { Schema } from './schema.ts'
import type { Session } from './session.ts'
import { changeAttachment, isOpen, readAttachment, Sockets } from './sockets.ts'
import { RoomStorage } from './storage.ts'
import { Teardown } from './teardown.ts'
import { UpgradeLimits } from './upgrade-limits.ts'
import { Visits } from './visits.ts'

const ENDED: Refused = { ok: false, code: 'visit_ended' }

/**
 * The room of one bar. Who may connect: people with a visit here, whose signed secret the Worker has
 * read, and the boards of accounts that may see its people, whom the Worker has found in D1. In memory: caches of storage, the events of this wake and the rate limits. What survives
 * hibernation: people, conversations and read positions in SQLite, the sockets with their
 * attachments, one alarm. It forgets a person with all they wrote when their visit ends, and its
 * whole file after the last one.
 */
export class BarRoom extends DurableObject<Env> {
  readonly #storage: RoomStorage
  readonly #limits: RoomLimits
  readonly #rateLimits: RateLimits
  readonly #schema: Schema
  readonly #sockets: Sockets
  readonly #people: People
  readonly #readPositions: ReadPositions
  readonly #presence: Presence
  readonly #index: PeopleIndex
  readonly #away: Away
  readonly #delivery: Delivery
  readonly #boards: Boards
  readonly #boardEvents: BoardEvents
  readonly #occupancy: Occupancy
  readonly #visits: Visits
  readonly #entering: Entering
  readonly #handshake: Handshake
  readonly #frames: Frames
  readonly #chat: Chat
  readonly #alarm: Alarm
  readonly #teardown: Teardown
  readonly #deadlines: readonly Deadline[]
  readonly #barStatus: BarStatusCheck
  readonly #removals: Removals
  readonly #blocks: Blocks
  readonly #help: Help
  readonly #clearing: Clearing
  readonly #notices: Notices
  readonly #reports: Reports

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    const alarm = new Alarm(ctx.storage)
    const storage = new RoomStorage(ctx.storage, () => alarm.wakeAfterRollback())
    const limits = readRoomLimits(env)
    const schema = new Schema(storage, () => ctx.storage.deleteAll())
    const sockets = new Sockets(ctx, (socket, code) => this.#handleDisconnect(socket, code))
    const people = new People(storage)
    const messages = new Messages(storage)
    const conversations = new Conversations(storage, messages, sockets, {
      burst: limits.sayPairBurst,
      perSecond: limits.sayPairPerSecond,
    })
    const readPositions = new ReadPositions(storage, messages, conversations, sockets)
    const presence = new Presence(storage, people, sockets, readPositions)
    const index = new PeopleIndex(storage, people, presence, limits)
    const rateLimits = new RateLimits(limits, storage, conversations)
    const newProfiles = new NewProfiles(limits, storage)
    const upgradeLimits = new UpgradeLimits(limits, sockets)
    const abuse = new Abuse(storage, people)
    const removals = new Removals(storage)
    const wakeBy = (at: number) => alarm.wakeBy(at)
    const blocks = new Blocks(storage, people, rateLimits, wakeBy)
    const reports = new Reports(storage, { people, conversations, rateLimits, blocks }, wakeBy)
    const help = new Help(storage, people, rateLimits)
    const phoneRecovery = new PhoneRecovery(storage, people, presence, blocks)
    const photoErasures = new PhotoErasures(storage)
    const occupancy = new Occupancy(storage, schema, index, (barId, hours) =>
      saveBarHours(env.DB, barId, hours),
    )
    const boards = new Boards(ctx, (tokenHash) => findUsedSession(env.DB, tokenHash, Date.now()))
    const boardEvents = new BoardEvents({
      ...{ schema, people, presence, index, sockets, boards, wakeBy },
      report: (report) => monitorOf(env).report(report),
    })
    const away = new Away(people, presence, index, sockets)
    const broadcast = new Broadcast(sockets, index, blocks, away, (events) => {
      boardEvents.note(events)
      const dueAt = occupancy.note(events, Date.now())
      if (dueAt !== null) alarm.wakeBy(dueAt)
    })
    const delivery = new Delivery(storage, sockets, broadcast, boards)
    const visits = new Visits(
      {
        ...{ schema, people, presence, conversations, rateLimits },
        ...{ photoErasures, occupancy, removals, blocks, help },
      },
      wakeBy,
    )
    const entryCode = new EntryCode(storage, schema, env.VISIT_SIGNING_KEY, wakeBy)
    const clearing = new Clearing(storage, people, (ids) => visits.endMany(ids, 'emptied'))
    this.#entering = new Entering(
      {
        ...{ schema, people, presence, newProfiles, rateLimits },
        ...{ phoneRecovery, abuse, removals, blocks, entryCode, visits },
      },
      env.VISIT_SIGNING_KEY,
      wakeBy,
    )
    this.#handshake = new Handshake({
      ...{ people, presence, index, conversations, sockets, broadcast, boardEvents },
      ...{ rateLimits, upgradeLimits, abuse, blocks, help, alarm, limits },
    })
    this.#frames = new Frames(sockets, rateLimits, abuse, alarm)
    this.#notices = new Notices(
      { schema, people, sockets, conversations, rateLimits },
      (subscription, notice) => ctx.exports.NoticeSender.send(subscription, notice),
    )
    this.#chat = new Chat(
      {
        ...{ people, presence, sockets, conversations, readPositions, rateLimits, blocks },
        notices: this.#notices,
      },
      storage,
    )
    this.#teardown = new Teardown(ctx, env, {
      ...{ schema, people, conversations, sockets, boards, photoErasures, occupancy, abuse },
      ...{ removals, blocks, entryCode, reports },
      alarm,
      noteWatched: (isWatched) => boardEvents.watch(isWatched),
    })
    this.#deadlines = deadlinesOf({
      ...{ people, presence, sockets, readPositions, phoneRecovery, abuse, removals, occupancy },
      ...{ blocks, entryCode, reports, limits },
      teardown: this.#teardown,
      endAll: (ended) =>
        this.#change(() => ({
          result: null,
          effects: ended.flatMap(({ id, reason }) => visits.end(id, reason)),
        })),
      reportIfUnsure: (now) => boardEvents.reportIfUnsure(now),
      send: (effects) => delivery.send(effects),
      publishAway: (now) => broadcast.publishAway(now),
      waitUntil: (promise) => ctx.waitUntil(promise),
    })
    this.#barStatus = new BarStatusCheck((barId) => findBarStatus(env.DB, barId))
    this.#visits = visits
    this.#storage = storage
    this.#limits = limits
    this.#rateLimits = rateLimits
    this.#schema = schema
    this.#sockets = sockets
    this.#people = people
    this.#readPositions = readPositions
    this.#presence = presence
    this.#index = index
    this.#away = away
    this.#delivery = delivery
    this.#boards = boards
    this.#boardEvents = boardEvents
    this.#occupancy = occupancy
    this.#alarm = alarm
    this.#removals = removals
    this.#blocks = blocks
    this.#help = help
    this.#clearing = clearing
    this.#reports = reports
    void ctx.blockConcurrencyWhile(async () => {
      await alarm.restore()
      const graceEndsAt = schema.isReady ? presence.grantGraceAfterRestart(Date.now()) : null
      if (graceEndsAt !== null) alarm.wakeBy(graceEndsAt)
    })
    // The platform answers a ping without waking the room.
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG))
  }

  /** A repeated attempt returns the same person. */
  async enter(
    barId: string,
    attempt: string,
    profile: Profile,
    browser: Browser,
    typedCode: string | null = null,
  ): Promise<Admitted | Refused> {
    const first = this.#schema.isReady ? null : await this.#barStatus.admit(barId)
    if (first?.ok === false) return first
    const isRecovery = this.#schema.isReady && this.#entering.findOwn(profile, browser) !== null
    try {
      return this.#change(() => {
        this.#schema.create(barId, first?.entryCode)
        const { total } = this.#index.counts
        const limit = this.#limits.peoplePerBar
        return this.#entering.enter(attempt, profile, browser, typedCode, total, limit)
      })
    } catch (error) {
      if (!isRecovery) throw error
      log('profile_not_updated', { error })
      return { ok: false, code: 'update_failed' }
    }
  }

  recognise(device: DeviceClaim): { ok: true; name: string; photo: string | null } | Refused {
    if (!this.#schema.isReady) return { ok: false, code: 'person_not_found' }
    return this.#entering.recognise(device)
  }

  continueAs(device: DeviceClaim): Admitted | Refused {
    if (!this.#schema.isReady) return { ok: false, code: 'person_not_found' }
    return this.#change(() => this.#entering.continue(device))
  }

  allowPhoto(credentials: Credentials): { ok: true } | Refused {
    const person = this.#findPerson(credentials)
    return person ? this.#visits.allowPhoto(person) : ENDED
  }

  edit(
    credentials: Credentials,
    changes: ProfileChanges,
  ): { ok: true; person: OwnPerson } | Refused {
    return this.#changeOwn(credentials, (person) => this.#visits.edit(person, changes))
  }

  ownData(
    credentials: Credentials,
    from: OwnDataPlace | null = null,
  ): { ok: true; data: OwnData; next: OwnDataPlace | null } | Refused {
    const person = this.#findPerson(credentials)
    return person ? this.#visits.ownData(this.#relist(person), from) : ENDED
  }

  startLeaving(credentials: Credentials): { ok: true; endsAt: number } | Refused {
    return this.#changeOwn(credentials, (person) => this.#visits.startLeaving(person))
  }

  stay(credentials: Credentials): { ok: true } | Refused {
    return this.#changeOwn(credentials, (person) => this.#visits.stay(person))
  }

  /** Null: no notices any more. */
  subscribe(
    credentials: Credentials,
    subscription: PlacedSubscription | null,
  ): { ok: true } | Refused {
    return this.#changeOwn(credentials, (person) => this.#notices.subscribe(person, subscription))
  }

  /** The own ones that still hold. */
  blocks(credentials: Credentials): { ok: true; blocks: Block[] } | Refused {
    const person = this.#findPerson(credentials)
    return person ? { ok: true, blocks: this.#blocks.list(person) } : ENDED
  }

  block(credentials: Credentials, personId: string): { ok: true } | Refused {
    return this.#changeOwn(credentials, (person) =>
      this.#blocks.block(person, personId, Date.now()),
    )
  }

  unblock(credentials: Credentials, personId: string): { ok: true } | Refused {
    return this.#changeOwn(credentials, (person) => {
      const { result, effects, reunited } = this.#blocks.unblock(person, personId, Date.now())
      const seen = reunited.map(([viewer, other]) => this.#handshake.reunite(viewer, other))
      return { result, effects: [...effects, ...seen] }
    })
  }

  /** Blocks too. Answers when it is stored here; R2 and D1 follow. */
  report(credentials: Credentials, request: ReportRequest): { ok: true } | Refused {
    return this.#changeOwn(credentials, (person) =>
      this.#reports.report(person, request, Date.now()),
    )
  }

  /** Removes the browser that a report names, whatever its profile is by now. */
  removeReported(reportId: string, adminId: string): { ok: true; personId: string } | Refused {
    const reported = this.#schema.isReady ? this.#reports.reportedIn(reportId) : null
    if (!reported) return { ok: false, code: 'person_not_found' }
    this.#change(() => this.#visits.removeBrowser(reported, adminId))
    return { ok: true, personId: reported.id }
  }

  /** One was closed in D1. */
  reportsChanged(): void {
    this.#boards.tell({ type: 'reports' })
  }

  /** `help`: the call as it stands; a repeated request makes no other one. */
  callHelp(
    credentials: Credentials,
    request: HelpRequest,
  ): { ok: true; help: OwnHelp | null } | Refused {
    return this.#changeOwn(credentials, (person) => this.#help.call(person, request, Date.now()))
  }

  withdrawHelp(credentials: Credentials, id: string): { ok: true; help: OwnHelp | null } | Refused {
    return this.#changeOwn(credentials, (person) => this.#help.withdraw(person, id, Date.now()))
  }

  /** What the staff pressed. */
  answerHelp(
    personId: string,
    id: string,
    answer: HelpAnswer,
  ): { ok: true; help: BoardHelp | null } | Refused {
    if (!this.#schema.isReady) return { ok: false, code: 'not_found' }
    return this.#change(() => this.#help.answer(personId, id, answer, Date.now()))
  }

  history(
    credentials: Credentials,
    partnerId: string,
    page: { before?: number; after?: number },
  ): { ok: true; history: History } | Refused {
    const person = this.#findPerson(credentials)
    return person ? this.#visits.history(this.#relist(person), partnerId, page) : ENDED
  }

  remove(personId: string, adminId: string): Removed | Refused {
    if (!this.#schema.isReady) return { ok: false, code: 'person_not_found' }
    return this.#change(() => this.#visits.remove(personId, adminId))
  }

  removals(): Removal[] {
    return this.#schema.isReady ? this.#removals.list(Date.now()) : []
  }

  undoRemoval(personId: string): { ok: true } | Refused {
    if (!this.#schema.isReady) return { ok: false, code: 'person_not_found' }
    return this.#change(() => this.#visits.undoRemoval(personId))
  }

  countPeople(): number {
    return this.#schema.isReady ? this.#clearing.count() : 0
  }

  countOnline(): number {
    return this.#schema.isReady ? this.#presence.count(Date.now()).online : 0
  }

  /** Ends every visit; nobody is kept out. */
  clear(): { ok: true; people: number } | Refused {
    if (!this.#schema.isReady) return { ok: true, people: 0 }
    return this.#change(() => this.#clearing.start())
  }

  /** The whole number, for a press that leaves its act. */
  readPhone(personId: string): { ok: true; phone: string } | Refused {
    const phone = this.#schema.isReady ? this.#people.find(personId)?.phone : null
    return phone ? { ok: true, phone } : { ok: false, code: 'person_not_found' }
  }

  /** How many share a person's network. `askedFrom` is the hash of the board's own. */
  countNetwork(personId: string, askedFrom: string): { ok: true } & PersonNetwork {
    if (!this.#schema.isReady) return { ok: true, people: 0, isOwn: false }
    return this.#clearing.countNetworkOf(personId, askedFrom)
  }

  clearNetwork(personId: string, askedFrom: string): { ok: true; people: number } | Refused {
    if (!this.#schema.isReady) return { ok: false, code: 'person_not_found' }
    return this.#change(() => this.#clearing.startNetworkOf(personId, askedFrom))
  }

  /** The bar was changed or deleted in D1. Idempotent. */
  async barChanged(barId: string): Promise<void> {
    const status = await this.#barStatus.askAnew(barId)
    if (status === null) await this.#teardown.closeBar(barId)
    else if (this.#schema.isReady) {
      this.#schema.setPaused(status.isPaused)
      this.#schema.setEntryCode(status.entryCode)
    }
  }

  /** The monitor says that somebody begins or ceases to watch. */
  watch(isWatched: boolean): BarTotals {
    return this.#boardEvents.watch(isWatched)
  }

  countBoard(): BarTotals {
    return this.#boardEvents.totals
  }

  /** Everybody, for a board without a socket. */
  readBoard(): MonitoredPerson[] {
    return this.#boardEvents.read(this.#limits.peoplePerBar)
  }

  countedHours(): CountedHour[] {
    return this.#occupancy.unsaved(Date.now())
  }

  /** The sockets of a session that has ended, or of an account whose role has. */
  endBoards(of: BoardEnd): void {
    const reason = 'tokenHash' in of ? 'sessionEnded' : 'accessChanged'
    this.#boards.end(of, reason, Date.now())
  }

  /** Accepts only upgrades that our Worker forwards. */
  override async fetch(request: Request): Promise<Response> {
    const board = readBoardUpgrade(request.headers)
    if (board) return this.#acceptBoard(board)
    const upgrade = readUpgrade(request.headers)
    if (!upgrade) return new Response(null, { status: 403 })
    if (!this.#schema.isReady) return refuseUpgrade('unknownVisit')
    const now = Date.now()
    const person = this.#people.findByVisit(upgrade.visit, now)
    const refusal = this.#handshake.check(upgrade, person, now)
    if (refusal || !person) return refuseUpgrade(refusal ?? 'unknownVisit')
    const summaries = this.#handshake.readSummaries(person)
    this.#change(() => ({ result: null, effects: this.#visits.connect(person) }))
    const answer = this.#handshake.accept(upgrade, person, summaries)
    for (const socket of this.#sockets.of(person.id)) this.#noteAway(socket, now)
    return answer
  }

  async #acceptBoard(board: BoardUpgrade): Promise<Response> {
    // The rooms of owners and staff are those of their memberships.
    if (board.role === 'admin') {
      const isAlive = await monitorOf(this.env).noteSection(board.tokenHash, board.barId)
      if (!isAlive) return refuseUpgrade('sessionEnded')
    }
    const now = Date.now()
    const help = this.#schema.isReady ? this.#help.forBoard(now) : []
    const first = this.#boardEvents.first(board.role, this.#limits.peoplePerBar, help)
    return this.#boards.accept(board, first, now)
  }

  /** The rate is checked before parsing, and only while the visit is alive (rule 6). */
  override webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): void {
    if (this.#boards.owns(socket)) return this.#handleBoardFrame(socket, frame)
    // A client that ignores the close of its socket goes on sending.
    if (!isOpen(socket)) return
    if (!this.#schema.isReady) return this.#sockets.close(socket, 'unknownVisit')
    const now = Date.now()
    let messageId: string | null = null
    try {
      if (!this.#frames.mayParse(socket, frame, now)) return
      const person = this.#findPerson(readAttachment(socket))
      if (!person) return this.#sockets.close(socket, 'unknownVisit')
      const message = this.#frames.parse(socket, frame, now)
      if (!message) return
      if (message.type === 'say') messageId = message.id
      const session: Session = { person: this.#relist(person), socket, role: 'person' }
      this.#handleMessage(session, socket, message, now)
    } catch (error) {
      this.#chat.fail(socket, messageId, error)
    }
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    this.#handleDisconnect(socket, code)
    answerClose(socket, code)
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    this.#handleDisconnect(socket, 1006)
  }

  override async alarm(): Promise<void> {
    if (this.#schema.isReady) this.#alarm.fire(this.#deadlines)
  }

  #handleBoardFrame(socket: WebSocket, frame: string | ArrayBuffer): void {
    const request = this.#boards.read(socket, frame, Date.now())
    switch (request?.type) {
      case undefined:
        return
      case 'visible':
      case 'hidden':
        return this.#boards.setVisible(socket, request.type === 'visible')
      case 'helpShown':
        return this.#noteHelpShown(socket, request)
      default:
        return request satisfies never
    }
  }

  /** A board without sound, or one that nobody sees, has told nobody. */
  #noteHelpShown(socket: WebSocket, { personId, id, rings }: HelpShown): void {
    if (!rings || !readBoard(socket).isVisible || !this.#schema.isReady) return
    this.#change(() => ({ result: null, effects: this.#help.noteSeen(personId, id, Date.now()) }))
  }

  #handleMessage(session: Session, socket: WebSocket, message: ClientMessage, now: number): void {
    const { person } = session
    const answer = (people: ReturnType<PeopleIndex['search']>, asked: string) =>
      this.#sockets.send([socket], { type: 'found', asked, people })
    switch (message.type) {
      case 'say':
        return this.#chat.say(session, socket, message)
      case 'read':
        return this.#read(session, message.personId, message.through, now)
      case 'fold':
        return this.#chat.fold(session, message.personId)
      case 'hidden':
      case 'visible':
        changeAttachment(socket, { hidden: message.type === 'hidden', turnedAt: now })
        this.#noteAway(socket, now)
        return this.#alarm.wakeBy(this.#sockets.countsUntil(socket))
      case 'confirm':
        return this.#confirm(person, socket, message.token, now)
      case 'page':
        if (!this.#mayAskPeople(person, socket, now)) return
        return this.#sockets.send([socket], {
          type: 'page',
          ...this.#index.page(message.after, person.id, {
            isHidden: this.#blocks.hiddenFor(person),
          }),
        })
      case 'search':
        if (!this.#mayAskPeople(person, socket, now)) return
        return answer(
          this.#index.search(message.text, person.id, this.#blocks.hiddenFor(person)),
          message.text,
        )
      case 'find': {
        const found = this.#handshake.seenBy(message.personId, person)
        return answer(found ? [found] : [], message.personId)
      }
      default:
        return message satisfies never
    }
  }

  #mayAskPeople({ id }: Person, socket: WebSocket, now: number): boolean {
    if (this.#rateLimits.consumePeopleAsked(id, now)) return true
    this.#sockets.send([socket], { type: 'refused', id: null, reason: 'rate_limited' })
    return false
  }

  #confirm(person: Person, socket: WebSocket, token: string, now: number): void {
    if (!this.#sockets.confirm(socket, token)) {
      return this.#frames.refuseInvalid(socket, now)
    }
    if (person.phoneUsed) this.#people.clearPhoneUsed(person.id)
    const missedFrom = this.#sockets.takeMissed(socket)
    if (missedFrom) this.#handshake.sendState(socket, person, missedFrom)
  }

  #read(session: Session, partnerId: string, through: number, now: number): void {
    const { person } = session
    if (this.#people.find(partnerId) && !this.#blocks.isBetween(person, partnerId)) {
      return this.#readPositions.read(session, partnerId, through, now)
    }
    const nothing = { type: 'read' as const, personId: partnerId, through: 0, unread: 0 }
    this.#sockets.send(this.#sockets.of(person.id), nothing)
  }

  /** Null if the visit is over. */
  #findPerson(credentials: Credentials): Person | null {
    return this.#schema.isReady ? this.#people.findByVisit(credentials, Date.now()) : null
  }

  /** Whoever uses their visit is listed. */
  #relist(person: Person): Person {
    if (!person.isUnlisted) return person
    this.#change(() => ({ result: null, effects: this.#visits.relist(person) }))
    return this.#people.get(person.id)
  }

  #changeOwn<T>(
    credentials: Credentials,
    change: (person: Person) => Changed<T | Refused>,
  ): T | Refused {
    const person = this.#findPerson(credentials)
    if (!person) return ENDED
    return this.#change(() => {
      const relisted = person.isUnlisted ? this.#visits.relist(person) : []
      const { result, effects } = change(this.#people.get(person.id))
      return { result, effects: [...relisted, ...effects] }
    })
  }

  /** Runs a change in one transaction, sets the alarm, and sends the effects after the commit. */
  #change<T>(change: () => Changed<T>): T {
    // Before any write: the events after the commit are applied to it.
    if (this.#schema.isReady && this.#sockets.all().length > 0) {
      this.#index.load()
      this.#blocks.load()
    }
    const { result, effects } = this.#storage.transact(() => {
      const changed = change()
      const due = this.#teardown.nextDue(Date.now())
      if (due !== null) this.#alarm.wakeBy(due)
      return changed
    })
    this.#delivery.send(effects)
    this.#teardown.runSoon()
    return result
  }

  #handleDisconnect(socket: WebSocket, code: number): void {
    if (!this.#schema.isReady || this.#boards.owns(socket)) return
    const now = Date.now()
    const graceEndsAt = this.#presence.handleDisconnect(socket, code, now)
    if (graceEndsAt !== null) this.#alarm.wakeBy(graceEndsAt)
    this.#noteAway(socket, now)
  }

  #noteAway(socket: WebSocket, now: number): void {
    const dueAt = this.#away.note(socket, now)
    if (dueAt !== null) this.#alarm.wakeBy(dueAt)
  }
}

onlyCodesLeave(BarRoom)
