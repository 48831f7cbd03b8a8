import { env } from 'cloudflare:workers'
import { DAY_MS } from '#contract/durations.ts'
import type { Guest } from './guest.ts'
import { ask } from './guest.ts'
import type { Socket } from './socket.ts'
import type { World } from './world.ts'
import { MONITOR } from './world.ts'

const WEEK_MS = 7 * DAY_MS

/** The people of a step, who are in one bar, and a number that chooses among its variants. */
export interface Scene {
  guest: Guest
  other: Guest
  desk: Staff
  kind: number
  /** A number for acts that look for a guest themselves. */
  first: number
}

/** An account at its desk: its session, and the sockets of its board. */
export class Staff {
  readonly role: 'admin' | 'owner' | 'staff'
  readonly accountId: string
  readonly boards = new Map<string, Socket>()
  monitor: Socket | null = null
  readonly #world: World
  #token = ''
  #opened = 0

  private constructor(world: World, role: Staff['role'], accountId: string) {
    this.#world = world
    this.role = role
    this.accountId = accountId
  }

  static async begin(
    world: World,
    role: Staff['role'],
    accountId: string,
    barIds: readonly string[],
  ): Promise<Staff> {
    const staff = new Staff(world, role, accountId)
    await world.db
      .prepare('INSERT INTO accounts (id, email, role, created_at) VALUES (?, ?, ?, 1)')
      .bind(accountId, `${accountId}@brinde.test`, role === 'admin' ? role : null)
      .run()
    for (const barId of role === 'admin' ? [] : barIds) await staff.join(barId)
    await staff.signIn()
    return staff
  }

  async join(barId: string): Promise<void> {
    await this.#world.db
      .prepare('INSERT OR IGNORE INTO memberships VALUES (?, ?, ?, 1)')
      .bind(this.accountId, barId, this.role)
      .run()
  }

  /** Writes a session into D1: the scrypt of a login would cost more than the evening. */
  async signIn(): Promise<void> {
    const { mintSessionToken, hashSecret } = this.#world.version.tokens
    const { now } = this.#world
    this.#token = mintSessionToken(env.PASSWORD_PEPPER)
    await this.#world.db
      .prepare(
        `INSERT INTO admin_sessions (token_hash, account_id, created_at, last_used_at, expires_at, proven_at)
          VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .bind(hashSecret(this.#token), this.accountId, now, now, now + WEEK_MS, now)
      .run()
  }

  async signOut(): Promise<void> {
    await this.ask(this.#world.wire.signOut())
    await this.signIn()
  }

  /** Renews the session's proof first: an evening has many idle hours. */
  async ask(request: Parameters<typeof ask>[1]) {
    await this.#prove()
    return ask(this.#world, request, { ...this.#cookie, 'CF-Connecting-IP': '198.51.100.1' })
  }

  async openBoard(barId: string): Promise<void> {
    if (this.boards.get(barId)?.closed === null) return
    const socket = await this.#open(barId, this.#world.wire.board(barId))
    if (socket) this.boards.set(barId, socket)
  }

  async openMonitor(): Promise<void> {
    if (this.monitor?.closed === null) return
    this.monitor = await this.#open(MONITOR, this.#world.wire.monitor())
  }

  async #open(object: string, { path, protocols }: { path: string; protocols: string }) {
    await this.#prove()
    this.#opened += 1
    const where = `board ${this.#opened} of the ${this.role}, ${object}`
    const headers = { 'Sec-WebSocket-Protocol': protocols, ...this.#cookie }
    const socket = await this.#world.open({ where, object }, path, headers)
    if (socket) socket.isPatient = true
    return socket
  }

  get #cookie() {
    return { Cookie: this.#world.wire.cookieOf(this.#token) }
  }

  async #prove(): Promise<void> {
    const { hashSecret } = this.#world.version.tokens
    await this.#world.db
      .prepare('UPDATE admin_sessions SET proven_at = ?1, last_used_at = ?1 WHERE token_hash = ?2')
      .bind(this.#world.now, hashSecret(this.#token))
      .run()
  }
}
