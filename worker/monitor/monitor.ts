import { DurableObject } from 'cloudflare:workers'
import { MONITOR_SUBPROTOCOL } from '#contract/monitor.ts'
import { PING, PONG } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { findAdminSession, noteSessionUse } from '#worker/db/admin-sessions.ts'
import { roomOf } from '#worker/durable-objects.ts'
import { answerClose } from '#worker/http/websocket.ts'
import { log } from '#worker/log.ts'
import { onlyCodesLeave } from '#worker/object-errors.ts'
import { Counts } from './counts.ts'
import { Lists } from './lists.ts'
import type { CountedBar, RoomReport, Watching } from './report.ts'
import { SESSION_HEADER, Watchers } from './watchers.ts'

/** A single change is sent at once. With those of rooms fewer than two frames a second (B8). */
const FRAME_WINDOW_MS = 1_000

/** What comes later is counted with the next frame. */
const ANSWER_WITHIN_MS = 2_000
/** Reaches a thousand rooms in 1 to 2 s without overload. */
const ROOMS_AT_ONCE = 50

/**
 * How many are in which bar, for administrators. The Worker authorises who connects. In memory while
 * watched: the counts; a timer keeps it awake, because one object costs less than asking every room
 * again. In storage: the bars with people, and which sessions of administrators have opened which
 * rooms. Without watchers it forgets the counts. It knows nobody who is in a bar.
 */
export class Monitor extends DurableObject<Env> {
  readonly #lists: Lists
  readonly #watchers: Watchers
  #counts: Counts | null = null
  #loading: Promise<Counts> | null = null
  /** Rooms that do not know yet that somebody watches. */
  readonly #untold = new Set<string>()
  #lastPollAt = 0
  #lastFrameAt = 0
  #frameTimer: ReturnType<typeof setTimeout> | null = null
  #timer: ReturnType<typeof setInterval> | null = null

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#lists = new Lists(ctx.storage)
    this.#watchers = new Watchers(ctx)
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG))
  }

  /** Called by a room for its first visit (`hasPeople`) and after its last one. Idempotent. */
  async noteRoom(barId: string, hasPeople: boolean): Promise<Watching> {
    if (hasPeople) this.#lists.addBar(barId)
    else {
      this.#lists.removeBar(barId)
      this.#apply({ barId, online: 0, total: 0 })
    }
    return { isWatched: this.#isWatched(Date.now()) }
  }

  /** The answer tells a room whether to go on. */
  async report(report: RoomReport): Promise<Watching> {
    const isWatched = this.#isWatched(Date.now())
    if (isWatched) {
      this.#untold.delete(report.barId)
      await this.#load()
      this.#apply(report)
    }
    return { isWatched }
  }

  async noteBarsChanged(): Promise<void> {
    if (!this.#counts && !this.#loading) return
    const counts = await this.#load()
    counts.noteBarsChanged()
    this.#frameSoon(Date.now())
  }

  /** For a page without a socket. */
  async read(): Promise<{ barList: string; bars: CountedBar[] }> {
    this.#lastPollAt = Date.now()
    const { barList, counts } = (await this.#load()).snapshot()
    const bars = Object.entries(counts).map(([barId, [online, total]]) => ({
      barId,
      online,
      total,
    }))
    return { barList, bars }
  }

  /** A room is about to open for a session. False if the session has ended. */
  async noteSection(tokenHash: string, barId: string): Promise<boolean> {
    if (this.#watchers.hasEnded(tokenHash)) return false
    this.#lists.addSection(tokenHash, barId)
    return true
  }

  /** Here, and in every room that it has opened. */
  async closeSession(tokenHash: string): Promise<void> {
    this.#watchers.close(tokenHash)
    await inLanes(this.#lists.sectionsOf(tokenHash), async (barId) => {
      await roomOf(this.env, barId).endBoards({ tokenHash })
      this.#lists.removeSection(tokenHash, barId)
    })
  }

  /** An open socket counts as use of its session as long as the client answers. */
  async closeEndedSessions(): Promise<void> {
    const now = Date.now()
    this.#watchers.dropSilent(now)
    const watching = this.#watchers.sessions()
    for (const tokenHash of new Set([...watching, ...this.#lists.sessions()])) {
      const session = await findAdminSession(this.env.DB, tokenHash, now)
      if (session && watching.has(tokenHash)) await noteSessionUse(this.env.DB, session, now)
      if (!session?.account.isAdmin) await this.closeSession(tokenHash)
    }
  }

  override async fetch(request: Request): Promise<Response> {
    const tokenHash = request.headers.get(SESSION_HEADER)
    if (!tokenHash) return new Response(null, { status: 403 })
    this.#lastPollAt = Date.now()
    const counts = await this.#load()
    const { 0: client, 1: server } = new WebSocketPair()
    const isAlive = this.#watchers.accept(server, tokenHash, Date.now())
    if (isAlive) {
      this.#sendFrame()
      this.#watchers.send(counts.snapshot(), [server])
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

  /** As long as there are counts, or they would miss changes. */
  #isWatched(now: number): boolean {
    return this.#counts !== null || this.#loading !== null || this.#hasWatchers(now)
  }

  #hasWatchers(now: number): boolean {
    return this.#watchers.count > 0 || this.#lastPollAt + TIMINGS.monitorPollCountsMs > now
  }

  async #load(): Promise<Counts> {
    if (this.#counts) return this.#counts
    this.#loading ??= this.#readRooms().finally(() => {
      this.#loading = null
    })
    return this.#loading
  }

  async #readRooms(): Promise<Counts> {
    const counts = new Counts()
    for (const barId of this.#lists.bars()) this.#untold.add(barId)
    await this.#tellRooms(counts)
    counts.takeChanges()
    this.#counts = counts
    this.#timer = setInterval(() => void this.#check(counts), TIMINGS.monitorCheckMs)
    this.#watchers.send(counts.snapshot())
    return counts
  }

  async #tellRooms(counts: Counts): Promise<void> {
    await inLanes([...this.#untold], async (barId) => {
      const { online, total } = await roomOf(this.env, barId).watch(true)
      this.#untold.delete(barId)
      // What the room has reported meanwhile is newer.
      if (!counts.knows(barId)) counts.apply({ barId, online, total })
    })
  }

  async #check(counts: Counts): Promise<void> {
    await this.closeEndedSessions().catch((error) => log('sessions_not_checked', { error }))
    if (!this.#hasWatchers(Date.now())) return this.#forget()
    await this.#tellRooms(counts)
    this.#sendFrame()
    this.#watchers.send(counts.still())
  }

  /** A room that is not told now is told in the answer to its next report. */
  async #forget(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    if (this.#frameTimer) clearTimeout(this.#frameTimer)
    this.#frameTimer = null
    this.#counts = null
    this.#untold.clear()
    await inLanes(this.#lists.bars(), async (barId) => {
      if (!this.#isWatched(Date.now())) await roomOf(this.env, barId).watch(false)
    })
  }

  #apply(report: RoomReport): void {
    this.#counts?.apply(report)
    if (this.#counts?.hasChanges) this.#frameSoon(Date.now())
  }

  #frameSoon(now: number): void {
    if (this.#frameTimer) return
    // After the clock went back, `#lastFrameAt` lies in the future.
    const waitMs = Math.min(FRAME_WINDOW_MS, this.#lastFrameAt + FRAME_WINDOW_MS - now)
    if (waitMs <= 0) this.#sendFrame()
    else this.#frameTimer = setTimeout(() => this.#sendFrame(), waitMs)
  }

  #sendFrame(): void {
    if (this.#frameTimer) clearTimeout(this.#frameTimer)
    this.#frameTimer = null
    if (!this.#counts?.hasChanges) return
    this.#lastFrameAt = Date.now()
    this.#watchers.send(this.#counts.takeChanges())
  }
}

onlyCodesLeave(Monitor)

/** A bar that fails, or does not answer, does not stop the others. */
async function inLanes(barIds: readonly string[], call: (barId: string) => Promise<void>) {
  const waiting = barIds.values()
  const lanes = Array.from({ length: ROOMS_AT_ONCE }, async () => {
    for (const barId of waiting) {
      const answered = call(barId).catch((error) => log('room_not_watched', { barId, error }))
      await Promise.race([answered, scheduler.wait(ANSWER_WITHIN_MS)])
    }
  })
  await Promise.all(lanes)
}
