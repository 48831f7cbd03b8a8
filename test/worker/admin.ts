import { env } from 'cloudflare:workers'
import type { MemberRole } from '#contract/admin.ts'
import type { AdminBar } from '#contract/admin-bar.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import type { EditedBarRequest } from '#contract/bar-form.ts'
import { MONITOR_SUBPROTOCOL, monitorMessageSchema } from '#contract/monitor.ts'
import { TIMINGS } from '#contract/timings.ts'
import { bytesOf } from '#test/fakes/pictures.ts'
import { hashPassword } from '#worker/auth/passwords.ts'
import { hashSecret, mintSessionToken, mintToken } from '#worker/auth/tokens.ts'
import type { NewAct } from '#worker/db/acts.ts'
import { openAdminSession } from '#worker/db/admin-sessions.ts'
import type { Account, Granted, Permission } from '#worker/policy/rights.ts'
import { BoardClient } from './board-client.ts'
import { ask, ORIGIN, OWN_PAGE, withMethod } from './requests.ts'

/** The cost of the tests' password hashes: below a new hash's (vitest.config.ts), so a login rehashes them. */
export const CHEAP = { logN: 4, r: 8, p: 1 }

export interface TestAdmin {
  id: string
  email: string
  password: string
}

/** An administrator in the database. With the real cost where a login must not renew the hash. */
export function addAdmin(cost: typeof CHEAP | undefined = CHEAP): Promise<TestAdmin> {
  return addAccount('admin', cost)
}

/** One of the people of these bars, or of none. */
export async function addMember(...of: [barId: string, role: MemberRole][]): Promise<TestAdmin> {
  const account = await addAccount(null)
  for (const [barId, role] of of) {
    await env.DB.prepare('INSERT INTO memberships VALUES (?, ?, ?, 1)')
      .bind(account.id, barId, role)
      .run()
  }
  return account
}

async function addAccount(role: 'admin' | null, cost = CHEAP): Promise<TestAdmin> {
  const id = crypto.randomUUID()
  const admin = { id, email: `${id}@brinde.test`, password: `senha de ${id}` }
  const hash = hashPassword(admin.password, env.PASSWORD_PEPPER, cost)
  await env.DB.prepare(
    'INSERT INTO accounts (id, email, password_hash, role, created_at, password_set_at) VALUES (?, ?, ?, ?, 1, 1)',
  )
    .bind(id, admin.email, hash, role)
    .run()
  return admin
}

/** An administrator's account, as a request carries it. */
export const AN_ADMIN: Account = {
  id: 'x',
  email: 'x@brinde.test',
  isAdmin: true,
  memberships: new Map(),
}

/** The permission that `barFor` grants an administrator, for functions of worker/db. */
export function anAdminIn<P extends Permission>(barId: string, permission: P): Granted<P> {
  return { account: AN_ADMIN, barId, permission } as Granted<P>
}

export function anAct(changes: Partial<NewAct> = {}): NewAct {
  const id = crypto.randomUUID()
  return { id, at: Date.now(), kind: 'signed_in', accountId: AN_ADMIN.id, ...changes }
}

/** The recorded acts in a bar, oldest first. */
export async function actsIn(barId: string): Promise<Omit<NewAct, 'id'>[]> {
  const { results } = await env.DB.prepare(
    `SELECT at, kind, account_id AS accountId, person_id AS personId, member_id AS memberId, people, reason
      FROM admin_acts WHERE bar_id = ? ORDER BY at`,
  )
    .bind(barId)
    .all<Record<string, unknown>>()
  const given = results.map((row) => Object.entries(row).filter(([, value]) => value !== null))
  return given.map((entries) => Object.fromEntries(entries) as Omit<NewAct, 'id'>)
}

/** A living session's token, without a login. */
export async function signIn(admin: Pick<TestAdmin, 'id'>, now = Date.now()): Promise<string> {
  const token = mintSessionToken(env.PASSWORD_PEPPER)
  const record = { id: admin.id, passwordSetAt: 1 }
  const session = { tokenHash: hashSecret(token), deviceLabel: null, openedBy: 'password' } as const
  await openAdminSession(env.DB, record, session, null, anAct({ at: now, accountId: admin.id }))
  return token
}

/** An administrator, or one of a bar's people, signed in. */
export async function someone(role: MemberRole | 'admin', barId: string) {
  const account = role === 'admin' ? await addAdmin() : await addMember([barId, role])
  const token = await signIn(account)
  const ask = (path: string, method = 'GET', json?: unknown) =>
    askAsAdmin(path, { method, token, json })
  return { account, token, ask }
}

/** Sends a picture for a bar. Its path. */
export async function upload(token: string, to: string = ADMIN_API.photos): Promise<string> {
  const picture = { method: 'POST', token, type: 'image/png', body: bytesOf('png') }
  return (await (await askAsAdmin(to, picture)).json<{ path: string }>()).path
}

interface AdminRequest {
  method?: string
  json?: unknown
  body?: BodyInit
  type?: string
  /** A session's token. */
  token?: string | undefined
  /** The whole Cookie header, instead of a token. */
  cookie?: string | undefined
  /** The client's IP address, which the platform sets. */
  address?: string
  /** Further headers. */
  headers?: Record<string, string>
}

/** Asks as the administrators' page does. */
export function askAsAdmin(
  path: string,
  request: AdminRequest = {},
  bindings: Partial<Env> = {},
): Promise<Response> {
  const { method = 'GET', json, body, type, token, cookie, address } = request
  const headers = new Headers({ ...OWN_PAGE, ...request.headers })
  if (token || cookie) headers.set('Cookie', cookie ?? `__Host-admin=${token}`)
  if (address) headers.set('CF-Connecting-IP', address)
  if (json !== undefined) headers.set('Content-Type', 'application/json')
  if (type) headers.set('Content-Type', type)
  const sent = json === undefined ? body : JSON.stringify(json)
  return ask(path, { method, headers, ...(sent === undefined ? {} : { body: sent }) }, bindings)
}

/** Asks for a WebSocket as a page of this site does. */
export function askForSocket(
  path: string,
  protocols: string,
  token?: string,
  bindings: Partial<Env> = {},
): Promise<Response> {
  const headers = {
    ...OWN_PAGE,
    Origin: ORIGIN,
    Upgrade: 'websocket',
    'Sec-WebSocket-Protocol': protocols,
    ...(token && { Cookie: `__Host-admin=${token}` }),
  }
  return ask(path, { headers }, bindings)
}

/** The administrators' live board, as a page has it open. */
export async function openMonitor(token: string, bindings: Partial<Env> = {}) {
  const path = ADMIN_API.monitorSocket
  const answer = await askForSocket(path, MONITOR_SUBPROTOCOL, token, bindings)
  return new BoardClient(answer, monitorMessageSchema)
}

/** Logs in by password, from a new network. */
export function logIn(
  { email, password }: Pick<TestAdmin, 'email' | 'password'>,
  request: AdminRequest = {},
): Promise<Response> {
  const json = { email, password }
  return askAsAdmin(ADMIN_API.session, { method: 'POST', json, address: anAddress(), ...request })
}

export function setPasswordByLink(
  token: string,
  password: string,
  address = anAddress(),
): Promise<Response> {
  const json = { token, password }
  return askAsAdmin(ADMIN_API.passwordLink, { method: 'POST', json, address })
}

export const lastUseOf = (token: string) =>
  env.DB.prepare('SELECT last_used_at FROM admin_sessions WHERE token_hash = ?')
    .bind(hashSecret(token))
    .first<number>('last_used_at')

export const setLastUse = (token: string, at: number) =>
  env.DB.prepare('UPDATE admin_sessions SET last_used_at = ? WHERE token_hash = ?')
    .bind(at, hashSecret(token))
    .run()

/** Writes what a bar has in D1, past all rules. */
export async function setColumns(barId: string, columns: Record<string, string | number | null>) {
  const assignments = Object.keys(columns).map((column) => `${column} = ?`)
  await env.DB.prepare(`UPDATE bars SET ${assignments.join()} WHERE id = ?`)
    .bind(...Object.values(columns), barId)
    .run()
}

/** The token of a link to set a password, as the operator's command makes it. */
export async function addPasswordLink(
  { id }: Pick<TestAdmin, 'id'>,
  lifetimeMs: number = TIMINGS.passwordLinkMs,
): Promise<string> {
  const token = mintToken()
  await env.DB.prepare(
    'INSERT INTO password_links (account_id, token_hash, expires_at) VALUES (?, ?, ?)',
  )
    .bind(id, hashSecret(token), Date.now() + lifetimeMs)
    .run()
  return token
}

/** A D1 that passes each query to `see` before it is prepared. `see` may throw, or return another query. */
export function withQueries(see: (query: string) => string | undefined): D1Database {
  return withMethod(env.DB, 'prepare', (query) => env.DB.prepare(see(query) ?? query))
}

/** A cookie that an answer sets, as `name=value`; empty where it sets none of that name. */
export function cookieOf(answer: Response, name: string): string {
  const cookies = answer.headers.getSetCookie()
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.split(';')[0] ?? ''
}

/** An address that no other test uses, because rate limits count by network. */
export function anAddress(): string {
  const [a = 0, b = 0, c = 0] = crypto.getRandomValues(new Uint8Array(3))
  return `10.${a}.${b}.${c}`
}

/** The fields that the form sends for an unchanged bar. */
export function toEdited(bar: AdminBar): EditedBarRequest {
  const { id: _, paused: _p, asksForCode: _a, role: _r, qrCode: _q, createdAt: _c, ...fields } = bar
  return fields as EditedBarRequest
}
