import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { COST, hashPassword } from '#worker/auth/passwords.ts'
import type { ChaosServer } from './chaos-server.ts'
import { readBuiltWorker } from './chaos-server.ts'
import { toSecret } from './workerd-config.ts'

/** A statement has at most 100 kB. */
const ROWS_AT_ONCE = 200
export const PASSWORD = 'uma frase que ninguém adivinha'

/** The built Worker, whose checks take `p` rounds of scrypt: less time, the same memory. */
export function workerWithChecksOf(p: number): string {
  const built = readBuiltWorker()
  const cost = /\blogN: 15,\s+r: 8,\s+p: 3\b/g
  if (built.match(cost)?.length !== 1) throw new Error('The bundle does not set the cost once.')
  return built.replace(cost, `logN: ${COST.logN}, r: ${COST.r}, p: ${p}`)
}

/** Administrators with one password. */
export async function addAdmins(
  server: ChaosServer,
  emails: readonly string[],
  p: number,
): Promise<void> {
  const hash = hashPassword(PASSWORD, toSecret('PASSWORD_PEPPER'), { ...COST, p })
  const columns = 'id, email, password_hash, created_at, password_set_at'
  for (let at = 0; at < emails.length; at += ROWS_AT_ONCE) {
    const some = emails.slice(at, at + ROWS_AT_ONCE)
    const rows = some.map((email) => `('${email}', '${email}', '${hash}', 1, 1)`)
    await server.askDatabase('/script', `INSERT INTO accounts (${columns}) VALUES ${rows.join()}`)
  }
}

export interface Login {
  email: string
  password?: string
  /** Where it comes from; on the platform nobody else writes it. */
  address: string
  cookie?: string
}

export interface LoginSeen {
  status: number
  /** 0 without a header. */
  retryAfterSeconds: number
  ms: number
  body: string
  /** The cookie of a device that is known from now on, as `name=value`. */
  device: string
}

/** On a connection of its own, as from its own network. */
export async function logIn(server: ChaosServer, login: Login): Promise<LoginSeen> {
  const { email, password = 'errada', address, cookie = '' } = login
  const { origin } = server
  const at = performance.now()
  const sent = request(origin + ADMIN_API.session, {
    agent: false,
    method: 'POST',
    headers: {
      ...{ Origin: origin, 'Content-Type': 'application/json' },
      ...{ 'CF-Connecting-IP': address, Cookie: cookie },
    },
  })
  sent.end(JSON.stringify({ email, password }))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const body = await text(answer)
  const ms = performance.now() - at
  const cookies = (answer.headers['set-cookie'] ?? []).map((line) => line.split(';')[0] ?? '')
  return {
    ...{ status: answer.statusCode ?? 0, ms, body },
    retryAfterSeconds: Number(answer.headers['retry-after'] ?? 0),
    device: cookies.find((line) => line.startsWith('__Host-admin-device=')) ?? '',
  }
}
