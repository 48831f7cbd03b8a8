import { DurableObject } from 'cloudflare:workers'
import { HOUR_MS } from '#contract/durations.ts'
import type { BarCount, BarCounts, WaitingCounts } from '#contract/monitor.ts'
import { MONITOR_SUBPROTOCOL } from '#contract/monitor.ts'
import { PING, PONG } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { findAdminSession, noteSessionUse } from '#worker/db/admin-sessions.ts'
import { countOpenReports } from '#worker/db/reports.ts'
import { roomOf } from '#worker/durable-objects.ts'
import { log } from '#worker/log.ts'
import { onlyCodesLeave } from '#worker/object-errors.ts'
import { answerClose } from '#worker/object-sockets.ts'
import { MonitorStorage } from './monitor-storage.ts'
import type { MonitorNumbers, PushedCalls, PushedCounts } from './pushed-counts.ts'
import { ReportCounts } from './report-counts.ts'
import { SESSION_HEADER, Watchers } from './watchers.ts'

/** Changed counts share a frame for this long. With the frames of rooms fewer than two a second (B8). */
const COUNTS_WINDOW_MS = 2_000
/** Calls for help, reports and changes of the list of bars do not wait that long. */
const CALLS_WINDOW_MS = 500
/** A visit lasts 16 hours, and ends within the next one: a bar that is silent for longer is gone. */
const SILENT_MS = 17 * HOUR_MS
const ANSWER_WITHIN_MS = 2_000
/** Reaches a thousand rooms in 1 to 2 s without overload. */
const ROOMS_AT_ONCE = 50

/**
 * Counts people, unresolved calls for help and open reports of each bar, for administrators. The Worker
 * authorises each connection. Rooms push their numbers whether or not a board is open, so a first frame
 * wakes no room. Storage holds what each bar last pushed, and which sessions have opened which rooms.
 * It stores no person of a bar, and hibernates between frames.
 */
export class Monitor extends DurableObject<Env> {
  readonly #storage: MonitorStorage
  readonly #watchers: Watchers
  readonly #reports: ReportCounts
  readonly #changed = new Map<string, BarCount>()
  readonly #changedCalls = new Map<string, number>()
  readonly #changedReports = new Map<string, number>()
  #isBarListNew = false
  #lastFrameAt = 0
  #frameTimer: ReturnType<typeof setTimeout> | null = null
  /** When the timer ends. */
  #frameDueAt = Number.POSITIVE_INFINITY

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#storage = new MonitorStorage(ctx.storage)
    this.#watchers = new Watchers(ctx)
    this.#reports = new ReportCounts(
      this.#storage,
      () => countOpenReports(env.DB),
      (changed) => this.#noteReports(changed),
    )
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG))
  }

  /** Called by a room whose numbers have changed. Idempotent. */
  async pushCounts(counts: PushedCounts): Promise<void> {
    const { barId, online, total } = counts
    if (!this.#storage.setCounts(counts) || this.#watchers.count === 0) return
    this.#changed.set(barId, [online, total])
    this.#sendWithin(COUNTS_WINDOW_MS)
  }

  /** Called by a room whose number of unresolved calls for help has changed. Idempotent. */
  async pushCalls(pushed: PushedCalls): Promise<void> {
    if (!this.#storage.setCalls(pushed) || this.#watchers.count === 0) return
    this.#changedCalls.set(pushed.barId, pushed.calls)
    this.#sendWithin(CALLS_WINDOW_MS)
  }

  /** Call after a report of this bar was kept or closed in D1. */
  async noteReportsChanged(barId: string): Promise<void> {
    await this.#reports.renew(barId)
  }

  async noteBarsChanged(): Promise<void> {
    this.#storage.renewBarList()
    // A deleted bar has no reports.
    void this.#reports.renew()
    if (this.#watchers.count === 0) return
    this.#isBarListNew = true
    this.#sendWithin(CALLS_WINDOW_MS)
  }

  /** Serves pages that poll because they have no socket. */
  async read(): Promise<MonitorNumbers> {
    this.#forgetSilent(Date.now())
    void this.#reports.renew()
    const { barList, reports } = this.#storage
    return { barList, bars: this.#storage.counts(), calls: this.#storage.calls(), reports }
  }

  /** A room is about to open for a session. False if the session has ended. */
  async noteSection(tokenHash: string, barId: string): Promise<boolean> {
    if (this.#watchers.hasEnded(tokenHash)) return false
    this.#storage.addSection(tokenHash, barId)
    return true
  }

  /** Here, and in every room that it has opened. */
  async closeSession(tokenHash: string): Promise<void> {
    this.#watchers.close(tokenHash, Date.now())
    await callAll(this.#storage.sectionsOf(tokenHash), async (barId) => {
      await roomOf(this.env, barId).endBoards({ tokenHash })
      this.#storage.removeSection(tokenHash, barId)
    })
  }

  /** An open socket counts as use of its session as long as the client answers. */
  async closeEndedSessions(): Promise<void> {
    const now = Date.now()
    this.#watchers.dropSilent(now)
    const watching = this.#watchers.sessions()
    for (const tokenHash of new Set([...watching, ...this.#storage.sessions()])) {
      const session = await findAdminSession(this.env.DB, tokenHash, now)
      if (session && watching.has(tokenHash)) void noteSessionUse(this.env.DB, session, now)
      if (!session?.account.isAdmin) await this.closeSession(tokenHash)
    }
  }

  override async fetch(request: Request): Promise<Response> {
    const tokenHash = request.headers.get(SESSION_HEADER)
    if (!tokenHash) return new Response(null, { status: 403 })
    const now = Date.now()
    this.#forgetSilent(now)
    // The snapshot has these changes.
    this.#sendChanges()
    const { 0: client, 1: server } = new WebSocketPair()
    if (this.#watchers.accept(server, tokenHash, now)) {
      const { barList, reports } = this.#storage
      const calls = this.#storage.calls()
      const snapshot = { barList, counts: this.#readCounts(), calls, reports }
      this.#watchers.send({ type: 'snapshot', ...snapshot }, [server])
      // The first frame does not wait for D1.
      void this.#reports.renew()
      await this.#wakeSoon()
    }
    const headers = { 'Sec-WebSocket-Protocol': MONITOR_SUBPROTOCOL }
    return new Response(null, { status: 101, webSocket: client, headers })
  }

  override async webSocketMessage(): Promise<void> {
    // The platform answers pings. There are no other client messages.
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    answerClose(socket, code)
  }

  /** Runs while boards are connected: closes ended sessions, counts reports anew, lets a page notice a lost frame. */
  override async alarm(): Promise<void> {
    this.#forgetSilent(Date.now())
    void this.#reports.renew()
    await this.closeEndedSessions().catch((error) => log('sessions_not_checked', { error }))
    this.#sendChanges()
    this.#watchers.send({ type: 'still' })
    await this.#wakeSoon()
  }

  async #wakeSoon(): Promise<void> {
    if (this.#watchers.count === 0 || (await this.ctx.storage.getAlarm()) !== null) return
    // workerd loses an alarm that its own handler sets for a time that has passed.
    await this.ctx.storage.setAlarm(Date.now() + TIMINGS.monitorCheckMs)
  }

  #readCounts(): BarCounts {
    const bars = this.#storage.counts()
    return Object.fromEntries(bars.map(({ barId, online, total }) => [barId, [online, total]]))
  }

  #forgetSilent(now: number): void {
    for (const barId of this.#storage.removeSilent(now - SILENT_MS))
      this.#changed.set(barId, [0, 0])
    for (const barId of this.#storage.removeSilentCalls(now - SILENT_MS))
      this.#changedCalls.set(barId, 0)
  }

  #noteReports(changed: WaitingCounts): void {
    if (this.#watchers.count === 0) return
    for (const [barId, reports] of Object.entries(changed)) this.#changedReports.set(barId, reports)
    this.#sendWithin(CALLS_WINDOW_MS)
  }

  /** Sends at once if the last frame is older than the window. */
  #sendWithin(windowMs: number): void {
    const now = Date.now()
    // After the clock went back, `#lastFrameAt` lies in the future.
    const waitMs = Math.min(windowMs, this.#lastFrameAt + windowMs - now)
    if (waitMs <= 0) return this.#sendChanges()
    if (this.#frameDueAt <= now + waitMs) return
    if (this.#frameTimer) clearTimeout(this.#frameTimer)
    this.#frameDueAt = now + waitMs
    this.#frameTimer = setTimeout(() => this.#sendChanges(), waitMs)
  }

  #sendChanges(): void {
    if (this.#frameTimer) clearTimeout(this.#frameTimer)
    this.#frameTimer = null
    this.#frameDueAt = Number.POSITIVE_INFINITY
    const waiting = [this.#changed, this.#changedCalls, this.#changedReports]
    if (waiting.every(({ size }) => size === 0) && !this.#isBarListNew) return
    this.#lastFrameAt = Date.now()
    const { barList } = this.#storage
    const counts = Object.fromEntries(this.#changed)
    const calls = Object.fromEntries(this.#changedCalls)
    const reports = Object.fromEntries(this.#changedReports)
    for (const sent of waiting) sent.clear()
    this.#isBarListNew = false
    this.#watchers.send({ type: 'changes', barList, counts, calls, reports })
  }
}

onlyCodesLeave(Monitor)

/** A bar that fails, or does not answer, does not stop the others. */
async function callAll(barIds: readonly string[], call: (barId: string) => Promise<void>) {
  const waiting = barIds.values()
  const lanes = Array.from({ length: ROOMS_AT_ONCE }, async () => {
    for (const barId of waiting) {
      const answered = call(barId).catch((error) => log('room_not_answered', { barId, error }))
      await Promise.race([answered, scheduler.wait(ANSWER_WITHIN_MS)])
    }
  })
  await Promise.all(lanes)
}
