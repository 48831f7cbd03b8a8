import { DurableObject } from 'cloudflare:workers'
import type { MonitorBoard } from '#contract/monitor.ts'
import { MONITOR_SUBPROTOCOL, toBoardTag } from '#contract/monitor.ts'
import { PING, PONG } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { findAdminSession, noteSessionUse } from '#worker/db/admin-sessions.ts'
import { roomOf } from '#worker/durable-objects.ts'
import { answerClose } from '#worker/http/websocket.ts'
import { log } from '#worker/log.ts'
import { onlyCodesLeave } from '#worker/object-errors.ts'
import type { Sql } from '#worker/object-sql.ts'
import { tagSql } from '#worker/object-sql.ts'
import { Board } from './board.ts'
import type { RoomReport } from './report.ts'
import { SESSION_HEADER, Watchers } from './watchers.ts'

/** A single change is sent at once. With digests and pongs fewer than two frames a second (B8). */
const FRAME_WINDOW_MS = 550

/** Reads a thousand rooms in 1 to 2 s without overload. */
const ROOMS_AT_ONCE = 50

/**
 * The administrators' live board. The Worker authorises who connects. In memory while watched: all
 * people; timers keep it awake, because one object costs less than reading every room again. In
 * storage: the bars with people. Without watchers it forgets the board.
 */
export class Monitor extends DurableObject<Env> {
  readonly #bars: BarList
  readonly #watchers: Watchers
  #board: Board | null = null
  #loading: Promise<Board> | null = null
  #lastPollAt = 0
  #lastFrameAt = 0
  #frameTimer: ReturnType<typeof setTimeout> | null = null
  #timers: ReturnType<typeof setInterval>[] = []

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#bars = new BarList(ctx.storage)
    this.#watchers = new Watchers(ctx)
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG))
  }

  /** Called by a room for its first visit (`hasPeople`) and after its last one. Idempotent. */
  async noteRoom(barId: string, hasPeople: boolean): Promise<{ watchedUntil: number }> {
    if (hasPeople) this.#bars.add(barId)
    else {
      this.#bars.remove(barId)
      // The room's last report may come after its storage is gone, or never.
      if (this.#board?.clear(barId)) this.#frameSoon(Date.now())
    }
    return { watchedUntil: this.#watchedUntil(Date.now()) }
  }

  async report(report: RoomReport): Promise<{ watchedUntil: number }> {
    const now = Date.now()
    const watchedUntil = this.#watchedUntil(now)
    if (watchedUntil > now) {
      const board = await this.#load()
      board.apply(report)
      this.#frameSoon(now)
    }
    return { watchedUntil }
  }

  async noteBarsChanged(): Promise<void> {
    if (!this.#board && !this.#loading) return
    const board = await this.#load()
    board.noteBarsChanged()
    this.#frameSoon(Date.now())
  }

  /** For a page without a socket. `board` is null if `known` is current. */
  async poll(known: string | null): Promise<{ tag: string; board: MonitorBoard | null }> {
    this.#lastPollAt = Date.now()
    const board = await this.#load()
    this.#sendFrame()
    const { epoch, number } = board.digest()
    const tag = toBoardTag({ epoch, number })
    return { tag, board: tag === known ? null : board.snapshot() }
  }

  async closeSession(tokenHash: string): Promise<void> {
    this.#watchers.close(tokenHash)
  }

  /** An open socket counts as use of its session as long as the client answers. */
  async closeEndedSessions(): Promise<void> {
    const now = Date.now()
    this.#watchers.dropSilent(now)
    await this.#watchers.dropEnded(async (tokenHash) => {
      const session = await findAdminSession(this.env.DB, tokenHash, now)
      if (session) await noteSessionUse(this.env.DB, session, now)
      return session?.account.isAdmin === true
    })
  }

  override async fetch(request: Request): Promise<Response> {
    const tokenHash = request.headers.get(SESSION_HEADER)
    if (!tokenHash) return new Response(null, { status: 403 })
    this.#lastPollAt = Date.now()
    const board = await this.#load()
    const { 0: client, 1: server } = new WebSocketPair()
    const isAlive = this.#watchers.accept(server, tokenHash, Date.now())
    if (isAlive) this.#sendSnapshot(board, [server])
    const headers = { 'Sec-WebSocket-Protocol': MONITOR_SUBPROTOCOL }
    return new Response(null, { status: 101, webSocket: client, headers })
  }

  override async webSocketMessage(): Promise<void> {
    // The platform answers pings. There are no other client messages.
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    answerClose(socket, code)
  }

  /** As long as there is a board, or it would miss changes. */
  #watchedUntil(now: number): number {
    return this.#board || this.#isWatched(now) ? now + TIMINGS.monitorLeaseMs : 0
  }

  #isWatched(now: number): boolean {
    return this.#watchers.count > 0 || this.#lastPollAt + TIMINGS.monitorPollCountsMs > now
  }

  async #load(): Promise<Board> {
    if (this.#board) return this.#board
    this.#loading ??= this.#readRooms().finally(() => {
      this.#loading = null
    })
    return this.#loading
  }

  async #readRooms(): Promise<Board> {
    const board = new Board()
    await renewLeases(this.env, this.#bars.all(), board, this.#watchedUntil(Date.now()))
    board.takeChanges(Date.now())
    this.#board = board
    this.#timers = [
      setInterval(() => this.#sendDigest(board), TIMINGS.monitorDigestMs),
      setInterval(() => void this.#renew(board), TIMINGS.monitorLeaseRenewedMs),
    ]
    this.#sendSnapshot(board, this.#watchers.all())
    return board
  }

  async #renew(board: Board): Promise<void> {
    await this.closeEndedSessions().catch((error) => log('sessions_not_checked', { error }))
    const now = Date.now()
    if (!this.#isWatched(now)) return this.#forget()
    await renewLeases(this.env, this.#bars.all(), board, this.#watchedUntil(now))
    if (board.hasChanges) this.#frameSoon(Date.now())
  }

  #forget(): void {
    for (const timer of this.#timers) clearInterval(timer)
    if (this.#frameTimer) clearTimeout(this.#frameTimer)
    this.#frameTimer = null
    this.#board = null
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
    if (!this.#board?.hasChanges) return
    this.#lastFrameAt = Date.now()
    this.#watchers.send(this.#board.takeChanges(this.#lastFrameAt))
  }

  #sendSnapshot(board: Board, sockets: WebSocket[]): void {
    if (sockets.length === 0) return
    this.#sendFrame()
    this.#watchers.send({ type: 'snapshot', ...board.snapshot() }, sockets)
  }

  #sendDigest(board: Board): void {
    this.#sendFrame()
    this.#watchers.send({ type: 'digest', ...board.digest() })
  }
}

onlyCodesLeave(Monitor)

/** In storage: the rooms to read when somebody starts watching. */
class BarList {
  readonly #sql: Sql

  constructor(storage: DurableObjectStorage) {
    this.#sql = tagSql(storage)
    this.#sql`CREATE TABLE IF NOT EXISTS bars (id TEXT PRIMARY KEY) WITHOUT ROWID`
  }

  add(barId: string): void {
    this.#sql`INSERT OR IGNORE INTO bars (id) VALUES (${barId})`
  }

  remove(barId: string): void {
    this.#sql`DELETE FROM bars WHERE id = ${barId}`
  }

  all(): string[] {
    return this.#sql<{ id: string }>`SELECT id FROM bars`.map(({ id }) => id)
  }
}

async function renewLeases(
  env: Env,
  barIds: string[],
  board: Board,
  watchedUntil: number,
): Promise<void> {
  const waiting = barIds.values()
  const lanes = Array.from({ length: ROOMS_AT_ONCE }, async () => {
    for (const barId of waiting) await renewLease(env, barId, board, watchedUntil)
  })
  await Promise.all(lanes)
}

async function renewLease(
  env: Env,
  barId: string,
  board: Board,
  watchedUntil: number,
): Promise<void> {
  try {
    const { people } = await roomOf(env, barId).watch(watchedUntil, board.hashOf(barId))
    if (people) board.replace(barId, people)
  } catch (error) {
    log('room_not_watched', { barId, error })
  }
}
