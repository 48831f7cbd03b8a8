import { env } from 'cloudflare:workers'
import type { NewBarRequest } from '#contract/bar-form.ts'
import { hashPassword } from '#worker/auth/passwords.ts'
import { hashSecret, mintSessionToken } from '#worker/auth/tokens.ts'
import { openAdminSession } from '#worker/db/admin-sessions.ts'
import { ask, OWN_PAGE } from './requests.ts'

/** What the tests' passwords cost: next to nothing. A login brings them up to the real cost. */
export const CHEAP = { logN: 4, r: 8, p: 1 }

export interface TestAdmin {
  id: string
  email: string
  password: string
}

/** An administrator in the database. With the real cost where a login must not renew the hash. */
export async function addAdmin(cost: typeof CHEAP | undefined = CHEAP): Promise<TestAdmin> {
  const id = crypto.randomUUID()
  const admin = { id, email: `${id}@brinde.test`, password: `senha de ${id}` }
  const hash = hashPassword(admin.password, env.PASSWORD_PEPPER, cost)
  await env.DB.prepare(
    'INSERT INTO admins (id, email, password_hash, created_at, password_set_at) VALUES (?, ?, ?, ?, ?)',
  )
    .bind(id, admin.email, hash, 1, 1)
    .run()
  return admin
}

/** A living session's token, without a login. */
export async function signIn(admin: Pick<TestAdmin, 'id'>, now = Date.now()): Promise<string> {
  const token = mintSessionToken(env.PASSWORD_PEPPER)
  const record = { id: admin.id, passwordSetAt: 1 }
  await openAdminSession(env.DB, record, await hashSecret(token), null, now)
  return token
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
  /** Where it comes from; the platform writes it. */
  address?: string
}

/** Asks as the administrators' page does. */
export function askAsAdmin(
  path: string,
  request: AdminRequest = {},
  bindings: Partial<Env> = {},
): Promise<Response> {
  const { method = 'GET', json, body, type, token, cookie, address } = request
  const headers = new Headers(OWN_PAGE)
  if (token || cookie) headers.set('Cookie', cookie ?? `__Host-admin=${token}`)
  if (address) headers.set('CF-Connecting-IP', address)
  if (json !== undefined) headers.set('Content-Type', 'application/json')
  if (type) headers.set('Content-Type', type)
  const sent = json === undefined ? body : JSON.stringify(json)
  return ask(path, { method, headers, ...(sent === undefined ? {} : { body: sent }) }, bindings)
}

/** A cookie that an answer sets, as `name=value`; empty where it sets none of that name. */
export function cookieOf(answer: Response, name: string): string {
  const cookies = answer.headers.getSetCookie()
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.split(';')[0] ?? ''
}

/** An address that no other test has used: every network has tries of its own. */
export function anAddress(): string {
  const [a = 0, b = 0, c = 0] = crypto.getRandomValues(new Uint8Array(3))
  return `10.${a}.${b}.${c}`
}

/** A new bar as the form sends it. */
export function aNewBar(changes: Partial<NewBarRequest> = {}): NewBarRequest {
  return {
    creationKey: crypto.randomUUID(),
    name: 'Boteco da Ana',
    ownerName: null,
    document: null,
    address: 'Rua dos Pinheiros',
    number: null,
    neighborhood: null,
    city: 'São Paulo',
    state: null,
    phone: null,
    email: null,
    login: null,
    subscriptionPlan: 'trial',
    description: null,
    tonight: null,
    logo: null,
    photos: [],
    cover: null,
    ...changes,
  }
}
