import * as v from 'valibot'
import type { BoardFrame } from '#contract/board.ts'
import { BOARD_SUBPROTOCOL } from '#contract/board.ts'
import type { HelpShown } from '#contract/help.ts'
import { helpShownSchema } from '#contract/help.ts'
import { LIMITS } from '#contract/limits.ts'
import type { CloseName } from '#contract/protocol.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { SignedIn } from '#worker/db/admin-sessions.ts'
import { log } from '#worker/log.ts'
import { isOpen, lastPingAt } from '#worker/object-sockets.ts'
import { roleIn } from '#worker/policy/rights.ts'
import { RecentEnds } from '#worker/recent-ends.ts'
import type { RateLimits } from '#worker/room/rate-limits.ts'
import type { BoardEnd, BoardUpgrade } from '#worker/room/rpc.ts'
import { boardUpgradeSchema, refuseUpgrade } from '#worker/room/rpc.ts'
import { isKnownPage } from '#worker/room/sockets/attachment.ts'

const TAG = 'board'
/** After that a frame is sent: a call for help does not wait for D1. */
const CHECKED_WITHIN_MS = 1_000

/** Survives hibernation. */
const boardSchema = v.object({
  ...boardUpgradeSchema.entries,
  acceptedAt: v.number(),
  /** The number of the last frame. */
  number: v.number(),
})
export type Board = v.InferOutput<typeof boardSchema>

/** Finds the sessions that have not ended. Counts as use of them. */
type FindSessions = (
  tokenHashes: readonly string[],
) => Promise<ReadonlyMap<string, Pick<SignedIn, 'account'>>>

/**
 * The sockets of boards that show this bar. They are no people's sockets: counted in no limit of the
 * bar and in no presence. Everything about them is in their attachments.
 */
export class Boards {
  readonly #ctx: DurableObjectState
  readonly #findSessions: FindSessions
  readonly #rateLimits: RateLimits
  readonly #ended = new RecentEnds()
  #reportsTag = crypto.randomUUID()
  /** Frames of boards whose rights D1 is asked for. */
  readonly #held = new Map<WebSocket, string[]>()

  constructor(ctx: DurableObjectState, rateLimits: RateLimits, findSessions: FindSessions) {
    this.#ctx = ctx
    this.#rateLimits = rateLimits
    this.#findSessions = findSessions
  }

  get isEmpty(): boolean {
    return this.#open().length === 0
  }

  owns(socket: WebSocket): boolean {
    return !isKnownPage(socket) && this.#ctx.getTags(socket).includes(TAG)
  }

  /** `first`: what everybody with this role sees at first. */
  accept(upgrade: BoardUpgrade, first: BoardFrame, now: number): Response {
    const { accountId, tokenHash, expiresAt, checkedAt } = upgrade
    if (this.#ended.has(tokenHash) || expiresAt <= now) return refuseUpgrade('sessionEnded')
    if (this.#ended.at(accountId) >= checkedAt) return refuseUpgrade('accessChanged')
    this.#closeOldest(accountId)
    const { 0: client, 1: server } = new WebSocketPair()
    this.#ctx.acceptWebSocket(server, [TAG])
    server.serializeAttachment({ ...upgrade, acceptedAt: now, number: 0 } satisfies Board)
    this.#send([server], first)
    const headers = { 'Sec-WebSocket-Protocol': BOARD_SUBPROTOCOL }
    return new Response(null, { status: 101, webSocket: client, headers })
  }

  /** Sends a frame to every board. Serialises it once. */
  broadcast(frame: BoardFrame): void {
    this.#send(this.#open(), frame)
  }

  /** Sends each board its frame; null: none. Serialises each frame once. */
  broadcastFor(frameFor: (board: BoardUpgrade) => BoardFrame | null): void {
    const sockets = Map.groupBy(this.#open(), (socket) => frameFor(readBoard(socket)))
    for (const [frame, readers] of sockets) if (frame) this.#send(readers, frame)
  }

  /** The owners and staff of the bar with an open board. An administrator is not of its team. */
  team(now: number): ReadonlySet<string> {
    const awake = this.#open().filter((socket) => !this.#isSilent(socket, now))
    const members = awake.map(readBoard).filter(({ role }) => role !== 'admin')
    return new Set(members.map(({ accountId }) => accountId))
  }

  /** There is a new report, or one was closed. */
  sendReportsChanged(): void {
    this.#reportsTag = crypto.randomUUID()
    this.broadcast({ type: 'reports' })
  }

  /** Changes with each `sendReportsChanged` and each wake; after a wake a polling page asks once in vain. */
  get reportsTag(): string {
    return this.#reportsTag
  }

  /**
   * Reads the only frame that a board sends. Drops any other, and what is too often or too big: the
   * staff's own page is never closed for what it sends.
   */
  read(socket: WebSocket, frame: string | ArrayBuffer, now: number): HelpShown | null {
    // A client that ignores the close of its socket goes on sending.
    if (!isOpen(socket)) return null
    const { tokenHash, acceptedAt } = readBoard(socket)
    const key = `${tokenHash} ${acceptedAt}`
    if (!this.#rateLimits.take('boardFrames', key, now)) return null
    if (typeof frame !== 'string' || frame.length > LIMITS.boardFrameCharacters) return null
    return parseRequest(frame)
  }

  /** A session ended, or an account's role here. */
  end(of: BoardEnd, reason: CloseName, now: number): void {
    const ended = Object.values(of)
    this.#ended.note(ended, now)
    for (const socket of this.#open()) {
      const { accountId, tokenHash } = readBoard(socket)
      if (ended.includes(accountId) || ended.includes(tokenHash)) close(socket, reason)
    }
  }

  closeAll(reason: CloseName): void {
    for (const socket of this.#open()) close(socket, reason)
  }

  #open(): WebSocket[] {
    return this.#ctx.getWebSockets(TAG).filter(isOpen)
  }

  #send(sockets: readonly WebSocket[], frame: BoardFrame): void {
    if (sockets.length === 0) return
    const now = Date.now()
    const rest = JSON.stringify(frame).slice(1)
    for (const socket of sockets) this.#sendOne(socket, rest, now)
  }

  #sendOne(socket: WebSocket, rest: string, now: number): void {
    const board = readBoard(socket)
    if (this.#isSilent(socket, now)) return close(socket, 'silent')
    if (board.expiresAt <= now) return close(socket, 'sessionEnded')
    const number = board.number + 1
    const isDue = board.checkedAt + TIMINGS.boardCheckedEveryMs <= now
    const checkedAt = isDue ? now : board.checkedAt
    // A frame that is lost while it is held leaves a gap, from which the page sees that.
    socket.serializeAttachment({ ...board, number, checkedAt } satisfies Board)
    const text = `{"number":${number},${rest}`
    const held = this.#held.get(socket)
    if (held) held.push(text)
    else if (isDue) this.#hold(socket, text)
    else transmit(socket, text)
  }

  #hold(socket: WebSocket, text: string): void {
    const isFirst = this.#held.size === 0
    this.#held.set(socket, [text])
    if (isFirst) void this.#checkHeld()
  }

  /** Finds ends that did not reach this room: by a command, a restore or SQL. */
  async #checkHeld(): Promise<void> {
    // One question for all boards of a frame.
    await Promise.resolve()
    const sockets = [...this.#held.keys()]
    const checked = this.#endRevoked(sockets.map(readBoard)).catch((error) =>
      log('sessions_not_checked', { error }),
    )
    await Promise.race([checked, scheduler.wait(CHECKED_WITHIN_MS)])
    for (const socket of sockets) {
      const texts = this.#held.get(socket) ?? []
      this.#held.delete(socket)
      if (isOpen(socket)) for (const text of texts) transmit(socket, text)
    }
    if (this.#held.size > 0) void this.#checkHeld()
  }

  async #endRevoked(boards: readonly Board[]): Promise<void> {
    const sessions = await this.#findSessions(boards.map(({ tokenHash }) => tokenHash))
    const now = Date.now()
    for (const { barId, accountId, tokenHash, role } of boards) {
      const session = sessions.get(tokenHash)
      if (!session) this.end({ tokenHash }, 'sessionEnded', now)
      else if (roleIn(session.account, barId) !== role)
        this.end({ accountId }, 'accessChanged', now)
    }
  }

  #closeOldest(accountId: string): void {
    const own = this.#open().filter((socket) => readBoard(socket).accountId === accountId)
    const tooMany = Math.max(0, own.length - LIMITS.boardsPerAccount + 1)
    for (const socket of own.slice(0, tooMany)) close(socket, 'tooManySockets')
  }

  #isSilent(socket: WebSocket, now: number): boolean {
    const heardAt = Math.max(lastPingAt(this.#ctx, socket), readBoard(socket).acceptedAt)
    return heardAt + TIMINGS.hiddenGraceMs <= now
  }
}

function readBoard(socket: WebSocket): Board {
  return v.parse(boardSchema, socket.deserializeAttachment())
}

function transmit(socket: WebSocket, text: string): void {
  try {
    socket.send(text)
  } catch (error) {
    log('socket_send_failed', { error })
  }
}

function close(socket: WebSocket, reason: CloseName): void {
  socket.close(CLOSE[reason], reason)
}

function parseRequest(frame: string): HelpShown | null {
  try {
    const parsed = v.safeParse(helpShownSchema, JSON.parse(frame))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}
