import { DurableObject } from 'cloudflare:workers'
import type { EntryCodeTries } from '#contract/entry-code.ts'
import type { HelpAnswer, HelpRequest } from '#contract/help.ts'
import type { BoardState } from '#contract/monitor.ts'
import type { PlacedSubscription } from '#contract/notices.ts'
import type { ClientMessage } from '#contract/protocol.ts'
import { PING, PONG } from '#contract/protocol.ts'
import type { RemovalReason } from '#contract/removals.ts'
import type { ReportRequest } from '#contract/reports.ts'
import type { DeviceClaim } from '#worker/auth/tokens.ts'
import type { CountedHour } from '#worker/db/bar-hours.ts'
import { monitorOf } from '#worker/durable-objects.ts'
import { log } from '#worker/log.ts'
import type { BarTotals } from '#worker/monitor/pushed-counts.ts'
import { onlyCodesLeave } from '#worker/object-errors.ts'
import { answerClose, isOpen } from '#worker/object-sockets.ts'
import { makeModules } from './modules.ts'
import type { Person } from './people/people.ts'
import type {
  Admitted,
  BoardEnd,
  BoardReader,
  BoardUpgrade,
  Browser,
  Credentials,
  OwnDataPlace,
  Profile,
  ProfileChanges,
  Refused,
} from './rpc.ts'
import { readBoardUpgrade, readUpgrade, refuse, refuseUpgrade } from './rpc.ts'
import { readAttachment } from './sockets/attachment.ts'

const ENDED = refuse('visit_ended')
const NOT_HERE = refuse('person_not_found')

/**
 * The room of one bar. It admits the pages of people with a visit here, whose signed secret the Worker
 * has read, and the boards of accounts that may see its people, which the Worker has found in D1. Memory
 * holds caches of storage, the events of this wake and the rate limits. People, conversations and read
 * positions survive hibernation in SQLite, as do the sockets with their attachments and one alarm. The
 * end of a visit erases the person with all they wrote, and the last end erases the whole file.
 */
export class BarRoom extends DurableObject<Env> {
  readonly #room: ReturnType<typeof makeModules>

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#room = makeModules(ctx, env, (socket, code) => this.#handleDisconnect(socket, code))
    const { alarm, connected, file } = this.#room
    void ctx.blockConcurrencyWhile(async () => {
      await file.eraseOtherShape()
      await alarm.restore()
      const graceEndsAt = this.#isReady ? connected.grantGraceAfterRestart(Date.now()) : null
      if (graceEndsAt !== null) alarm.wakeBy(graceEndsAt)
    })
    // The platform answers a ping without waking the room.
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG))
  }

  // Calls of the Worker for a person.

  /** A repeated attempt returns the same person. */
  async enter(
    barId: string,
    attempt: string,
    profile: Profile,
    browser: Browser,
    typedCode: string | null = null,
  ): Promise<Admitted | Refused> {
    const { barStatus, siteStop, file, entering } = this.#room
    const isStopped = await siteStop.isStopped(Date.now())
    if (isStopped && !this.#isReady) return refuse('site_stopped')
    // Asks D1 last: a change of the bar after this await calls a room that exists.
    const first = this.#isReady ? null : await barStatus.admit(barId)
    if (first?.ok === false) return first
    const isRecovery = this.#isReady && entering.findOwn(profile, browser) !== null
    try {
      return this.#change(() => {
        if (file.isClosed) return refuse('bar_not_found')
        file.create(barId, first?.entryCode)
        return entering.enter(attempt, profile, browser, typedCode, isStopped)
      })
    } catch (error) {
      if (!isRecovery) throw error
      log('profile_not_updated', { error })
      return refuse('update_failed')
    }
  }

  recognise(device: DeviceClaim) {
    return this.#isReady ? this.#room.entering.recognise(device) : NOT_HERE
  }

  continueAs(device: DeviceClaim) {
    return this.#isReady ? this.#change(() => this.#room.entering.continue(device)) : NOT_HERE
  }

  allowPhoto(credentials: Credentials) {
    const person = this.#personOf(credentials)
    return person ? this.#room.visits.allowPhoto(person) : ENDED
  }

  edit(credentials: Credentials, changes: ProfileChanges) {
    return this.#changeOf(credentials, (person) => this.#room.visits.edit(person, changes))
  }

  ownData(credentials: Credentials, from: OwnDataPlace | null = null) {
    const person = this.#personOf(credentials)
    return person ? this.#room.visits.ownData(person, from) : ENDED
  }

  /** A repeated call answers `visit_ended`. */
  leave(credentials: Credentials) {
    return this.#changeOf(credentials, (person) => this.#room.visits.leave(person))
  }

  /** Null ends the notices. */
  subscribe(credentials: Credentials, subscription: PlacedSubscription | null) {
    return this.#changeOf(credentials, (person) =>
      this.#room.notices.subscribe(person, subscription),
    )
  }

  /** Lists the person's own blocks that have not ended. */
  blocks(credentials: Credentials) {
    const person = this.#personOf(credentials)
    return person ? { ok: true as const, blocks: this.#room.blocks.list(person) } : ENDED
  }

  block(credentials: Credentials, personId: string) {
    return this.#changeOf(credentials, (person) =>
      this.#room.blocks.block(person, personId, Date.now()),
    )
  }

  unblock(credentials: Credentials, personId: string) {
    const { blocks, view } = this.#room
    return this.#changeOf(credentials, (person): { ok: true } | Refused => {
      const unblocked = blocks.unblock(person, personId, Date.now())
      if (!unblocked.ok) return unblocked
      for (const [viewer, other] of unblocked.reunited) view.reunite(viewer, other)
      return { ok: true }
    })
  }

  /** Blocks too. Answers when it is stored here; R2 and D1 follow. */
  report(credentials: Credentials, request: ReportRequest) {
    return this.#changeOf(credentials, (person) =>
      this.#room.reports.report(person, request, Date.now()),
    )
  }

  /** Answers with the call. Idempotent. */
  callHelp(credentials: Credentials, request: HelpRequest) {
    return this.#changeOf(credentials, (person) =>
      this.#room.help.call(person, request, Date.now()),
    )
  }

  withdrawHelp(credentials: Credentials, id: string) {
    return this.#changeOf(credentials, (person) => this.#room.help.withdraw(person, id, Date.now()))
  }

  // Calls of the Worker for the staff.

  /** Answers a call for help: the staff pressed a button. */
  answerHelp(personId: string, id: string, answer: HelpAnswer, helper: string | null) {
    if (!this.#isReady) return refuse('not_found')
    return this.#change(() => this.#room.help.answer(personId, id, answer, helper, Date.now()))
  }

  /** A ringing board without a socket shows these calls. */
  noteHelpShown(ids: readonly string[]): void {
    if (this.#isReady) this.#change(() => this.#room.help.noteShown(ids, Date.now()))
  }

  remove(personId: string, adminId: string, reason: RemovalReason) {
    if (!this.#isReady) return NOT_HERE
    return this.#change(() => this.#room.visits.remove(personId, adminId, reason))
  }

  /** Removes the browser that a report names, also under its next profile. */
  removeReported(
    reportId: string,
    adminId: string,
    reason: RemovalReason,
  ): { ok: true; personId: string; personIds: string[] } | Refused {
    const reported = this.#isReady ? this.#room.reports.reportedIn(reportId) : null
    if (!reported) return NOT_HERE
    const { id: personId } = reported
    const ended = this.#change(() => this.#room.visits.removeBrowser(reported, adminId, reason))
    return { ok: true, personId, personIds: [...new Set([personId, ...ended.personIds])] }
  }

  removals() {
    return this.#isReady ? this.#room.removals.list(Date.now()) : []
  }

  undoRemoval(personId: string) {
    return this.#isReady ? this.#change(() => this.#room.visits.undoRemoval(personId)) : NOT_HERE
  }

  /** Call when a report was closed in D1. */
  reportsChanged(): void {
    this.#room.boards.sendReportsChanged()
  }

  // While a deploy spreads, a Worker of one version calls rooms of the other: what ends visits keeps its
  // name and arguments, because an argument that an old room does not know is dropped.

  /** How many `clear` would end. */
  countPeople(): number {
    return this.#isReady ? this.#room.clearing.count() : 0
  }

  /** Ends every visit. The people may enter again. */
  clear(): { ok: true; people: number } | Refused {
    if (!this.#isReady) return { ok: true, people: 0 }
    return this.#change(() => this.#room.clearing.start())
  }

  /** How many `clearNetwork` would end. */
  countNetwork(personId: string, askedFrom: string) {
    if (!this.#isReady) return { ok: true as const, people: 0, isOwn: false }
    return this.#room.clearing.countNetwork({ personId, askedFrom })
  }

  /** Ends the visits of this person's network. The people may enter again. */
  clearNetwork(personId: string, askedFrom: string) {
    if (!this.#isReady) return NOT_HERE
    return this.#change(() => this.#room.clearing.startNetwork({ personId, askedFrom }))
  }

  /** Whether wrong entry codes are being tried. The Worker asks after the room has told a board so. */
  codeTries(askedFrom: string): EntryCodeTries {
    return this.#isReady ? this.#room.entryCode.tries(askedFrom, Date.now()) : null
  }

  /** The whole number, for a press that leaves its act. */
  readPhone(personId: string): { ok: true; phone: string } | Refused {
    const phone = this.#isReady ? this.#room.people.find(personId)?.phone : null
    return phone ? { ok: true, phone } : NOT_HERE
  }

  /** Reads what a board's socket would begin with, for a board that has none. */
  readSection(reader: BoardReader): Omit<BoardState, 'barId'> {
    const { boardEvents, boards } = this.#room
    return { ...boardEvents.read(reader), reports: boards.reportsTag }
  }

  /** The sockets of a session that has ended, or of an account whose role has. */
  endBoards(of: BoardEnd): void {
    const reason = 'tokenHash' in of ? 'sessionEnded' : 'accessChanged'
    this.#room.boards.end(of, reason, Date.now())
  }

  // Calls about the bar.

  counts(): BarTotals {
    return this.#room.boardEvents.totals
  }

  countedHours(): CountedHour[] {
    return this.#room.occupancy.unsaved(Date.now())
  }

  /**
   * Call when the bar was changed or deleted in D1. Idempotent. Resolves to false if it was deleted and
   * the room has not erased everything yet.
   */
  async barChanged(barId: string): Promise<boolean> {
    const { barStatus, file, entryCode } = this.#room
    const status = await barStatus.askAnew(barId)
    if (status === null) return this.#close()
    if (this.#isReady) {
      file.setPaused(status.isPaused)
      if (file.entryCode.renewals !== status.entryCode.renewals) entryCode.forgetTries()
      file.setEntryCode(status.entryCode)
    }
    return true
  }

  /** Hides all people at once. The alarm ends their visits in batches, then the file is erased. */
  #close(): boolean {
    const { file, boards, outbox, alarm } = this.#room
    boards.closeAll('accessChanged')
    if (this.#isReady) {
      this.#change(() => {
        file.setClosed()
        outbox.keepPhotosAlone()
        alarm.wakeBy(Date.now())
      })
    }
    return !file.exists
  }

  // Sockets and the alarm.

  /** Accepts only upgrades that our Worker forwards. */
  override async fetch(request: Request): Promise<Response> {
    const board = readBoardUpgrade(request.headers)
    if (board) return this.#acceptBoard(board)
    const upgrade = readUpgrade(request.headers)
    if (!upgrade) return new Response(null, { status: 403 })
    if (!this.#isReady) return refuseUpgrade('unknownVisit')
    const { handshake, view, visits } = this.#room
    const person = this.#findPerson(upgrade.visit)
    const refusal = handshake.check(upgrade, person, Date.now())
    if (refusal || !person) return refuseUpgrade(refusal ?? 'unknownVisit')
    const summaries = view.readSummaries(person)
    this.#change(() => visits.connect(person))
    return handshake.accept(upgrade, person, summaries)
  }

  async #acceptBoard(board: BoardUpgrade): Promise<Response> {
    // The rooms of owners and staff are those of their memberships.
    if (board.role === 'admin') {
      const isAlive = await monitorOf(this.env).noteSection(board.tokenHash, board.barId)
      if (!isAlive) return refuseUpgrade('sessionEnded')
    }
    if (this.#room.file.isClosed) return refuseUpgrade('accessChanged')
    const { boardEvents, boards } = this.#room
    const answer = boards.accept(board, boardEvents.first(board), Date.now())
    if (board.role !== 'admin') boardEvents.noteTeam()
    return answer
  }

  /** Checks rate and size, then that the visit is alive, then parses (rule 6). */
  override webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): void {
    const { boards, sockets, frames, file, people } = this.#room
    if (boards.owns(socket)) return this.#handleBoardFrame(socket, frame)
    // A client that ignores the close of its socket goes on sending.
    if (!isOpen(socket)) return
    if (!file.isReady) return sockets.close(socket, 'unknownVisit')
    const now = Date.now()
    let messageId: string | null = null
    try {
      if (!frames.mayParse(socket, frame, now)) return
      const visit = readAttachment(socket)
      const person = this.#personOf(visit)
      if (!person) {
        // The alarm tells this page why its visit ends.
        if (file.isClosed || people.findByVisit(visit)?.endReason) return
        return sockets.close(socket, 'unknownVisit')
      }
      const message = frames.parse(socket, frame, now)
      if (!message) return
      if (message.type === 'say') messageId = message.id
      this.#handleMessage(person, socket, message, now)
    } catch (error) {
      sockets.fail(socket, messageId, error)
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
    const { alarm, file, deadlines } = this.#room
    // Without tables nothing is due, but the alarm must know that it has rung.
    alarm.fire(file.isReady ? deadlines : [])
  }

  #handleMessage(person: Person, socket: WebSocket, message: ClientMessage, now: number): void {
    const { chat, typing, away, view, backpressure, frames } = this.#room
    switch (message.type) {
      case 'say':
        return chat.say(person, socket, message)
      case 'read':
        return chat.read(person, message.personId, message.through, now)
      case 'fold':
        return chat.fold(person, message.personId)
      case 'typing':
        return typing.pass(person, message.personId, now)
      case 'history': {
        const { type: _, ...asked } = message
        return chat.history(person, socket, asked, now)
      }
      case 'hidden':
      case 'visible':
        return away.setHidden(socket, message.type === 'hidden')
      case 'confirm':
        if (!backpressure.confirm(socket, message.token)) return frames.refuseInvalid(socket, now)
        view.sendMissed(socket, person)
        // Last, because it may fail: then the next page shows the notice again.
        return view.confirmPhoneUsed(person)
      case 'page':
      case 'search':
      case 'find':
        return view.answer(socket, person, message, now)
      default:
        return message satisfies never
    }
  }

  #handleBoardFrame(socket: WebSocket, frame: string | ArrayBuffer): void {
    const { boards } = this.#room
    const shown = boards.read(socket, frame, Date.now())
    // A board without sound does not prove that a call was noticed.
    if (shown?.rings) this.noteHelpShown(shown.ids)
  }

  #handleDisconnect(socket: WebSocket, code: number): void {
    const { boards, boardEvents, presence, alarm, away } = this.#room
    if (!this.#isReady) return
    if (boards.owns(socket)) return boardEvents.noteTeam()
    const now = Date.now()
    const graceEndsAt = presence.handleDisconnect(socket, code, now)
    if (graceEndsAt !== null) alarm.wakeBy(graceEndsAt)
    away.noteLost(socket, now)
  }

  /** False before the first visit, after the file was erased, and for a deleted bar. */
  get #isReady(): boolean {
    const { file } = this.#room
    return file.isReady && !file.isClosed
  }

  #change<T>(change: () => T): T {
    return this.#room.changes.run(change)
  }

  #changeOf<T>(credentials: Credentials, change: (person: Person) => T): T | Refused {
    const { people, visits } = this.#room
    const person = this.#findPerson(credentials)
    if (!person) return ENDED
    return this.#change(() => {
      if (person.isUnlisted) visits.listAgain(person)
      return change(people.get(person.id))
    })
  }

  /** Finds the person of a visit that is not over. Using a visit lists an unlisted person again. */
  #personOf(credentials: Credentials): Person | null {
    const { people, visits } = this.#room
    const person = this.#findPerson(credentials)
    if (!person?.isUnlisted) return person
    this.#change(() => visits.listAgain(person))
    return people.get(person.id)
  }

  /** Returns null if the visit is over. */
  #findPerson(credentials: Credentials): Person | null {
    const { people, presence } = this.#room
    const person = this.#isReady ? people.findByVisit(credentials) : null
    return person && presence.at(person, Date.now()).state !== 'over' ? person : null
  }
}

onlyCodesLeave(BarRoom)
