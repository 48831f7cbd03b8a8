import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { Entered } from '#contract/entered.ts'
import type { EnterRequest } from '#contract/profile-form.ts'
import type { ReportRequest } from '#contract/reports.ts'
import { SHELL_WORDS } from '#contract/shells.ts'
import type { Question, SendRequest } from '#test/client/api.ts'
import { ask as askOver, enterBar as enterBarOver, toBearer } from '#test/client/api.ts'
import app from '#worker/index.ts'
import { Bar } from './room-client.ts'

/** The Worker's origin in its tests. */
export const ORIGIN = 'https://brinde.test'

/** The header that a browser adds to a request of the product's own page. */
export const OWN_PAGE = { 'Sec-Fetch-Site': 'same-origin' }

const TEMPLATE = `<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8" />
    <link rel="manifest" href="/manifest.webmanifest" />
    <title>Brinde</title>
    <script type="module" nonce="__CSP_NONCE__" src="/assets/main.js"></script>
    <meta property="csp-nonce" nonce="__CSP_NONCE__" />
    <link rel="modulepreload" href="/assets/core.js" nonce="__CSP_NONCE__">
    <link rel="stylesheet" href="/assets/main.css" nonce="__CSP_NONCE__">
  </head>
  <body><div id="root"></div>${drawShells()}<!--styles first-->h1{color:red}<!--/styles--></body>
</html>`

/** First screens as the build lays them into the template, with little in them but the words. */
function drawShells(): string {
  const { productName, barId, table, barName, longBarName, city, description, tonight } =
    SHELL_WORDS
  const shells = {
    '/ logo': '<h1>Brinde</h1>',
    '/ type': `<h1>${productName}</h1>`,
    '/sem-conexao logo': '<a href="">Tentar de novo</a>',
    '/sem-conexao type': `<b>${productName}</b><a href="">Tentar de novo</a>`,
    '/bar/:barId short': `<h1 class="text-3xl">${barName}</h1><p>${city}</p>`,
    '/bar/:barId long': `<h1 class="text-2xl">${longBarName}</h1><p>${city}</p>`,
    '/bar/:barId short described': `<h1 class="text-3xl">${barName}</h1><p>${description}</p>`,
    '/bar/:barId long described': `<h1 class="text-2xl">${longBarName}</h1><p>${description}</p>`,
    '/bar/:barId/table/:tableId new': `<h1>${barName}</h1><p>Mesa ${table}</p><a href="/bar/${barId}">Outra</a>`,
    '/bar/:barId short with-logo with-photo tonight described': `<i></i><h1>${barName}</h1><b>${tonight}</b><p>${description}</p>`,
    '/bar/:barId/table/:tableId with-code with-photo tonight': `<i></i><h1>${barName}</h1><b>${tonight}</b>`,
  }
  const laid = Object.entries(shells).map(
    ([name, html]) => `<!--shell ${name}-->${html}<!--/shell-->`,
  )
  return laid.join('')
}

/** Replaces the built files: tests of the Worker run without a build. */
export const ASSETS = {
  fetch: async (input: RequestInfo | URL) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.pathname === '/index.html') return new Response(TEMPLATE)
    return new Response(null, { status: 404 })
  },
}

/** No rate limits, as in raw workerd: all tests share one network. */
const NO_RATE_LIMITS = {
  REQUESTS_PER_NETWORK: undefined,
  CREATIONS_PER_NETWORK: undefined,
  UNKNOWN_BARS_PER_NETWORK: undefined,
  UPLOADS_PER_ACCOUNT: undefined,
  CHANGES_PER_ACCOUNT: undefined,
}

/** Grants a number of requests for each key. */
export function limiter(limit: number): RateLimit {
  const granted = new Map<string, number>()
  return {
    limit: async ({ key }) => {
      granted.set(key, (granted.get(key) ?? 0) + 1)
      return { success: Number(granted.get(key)) <= limit }
    },
  }
}

/** Asks the whole Worker; `bindings` replaces some of what it is bound to. */
export async function ask(
  path: string,
  init: RequestInit = {},
  bindings: Partial<Env> = {},
): Promise<Response> {
  const context = createExecutionContext()
  const request = new Request(new URL(path, ORIGIN), init)
  const answer = await app.fetch(
    request,
    { ...env, ...NO_RATE_LIMITS, ASSETS, ...bindings } as unknown as Env,
    context,
  )
  await waitOnExecutionContext(context)
  return answer
}

interface Sender {
  secret?: string
  /** The client's IP address, which the platform sets. */
  address?: string
}

/** Asks as the product's own page does, with the secret of a visit where it has one. */
export function askFromPage(
  path: string,
  { secret, address, ...question }: Omit<Question, 'headers'> & Sender = {},
  bindings: Partial<Env> = {},
): Promise<Response> {
  const headers = {
    ...(secret && toBearer(secret)),
    ...(address && { 'CF-Connecting-IP': address }),
  }
  return askOver(sendFromPage(bindings), path, { ...question, headers })
}

/** Enters a bar through the Worker. */
export function enterBar(barId: string, changes: Partial<EnterRequest> = {}): Promise<Entered> {
  return enterBarOver(sendFromPage(), barId, changes)
}

/** A bar that one person has entered. */
export async function aVisit(changes: Partial<EnterRequest> = {}) {
  const bar = await Bar.open()
  return { bar, barId: bar.barId, ...(await enterBar(bar.barId, changes)) }
}

const sendFromPage =
  (bindings: Partial<Env> = {}): SendRequest =>
  (path, { headers, ...parts }) =>
    ask(path, { ...parts, headers: { ...OWN_PAGE, ...headers } }, bindings)

/** Reads the body, which a test has no use for. */
export async function statusOf(answer: Response | Promise<Response>): Promise<number> {
  const { status, body } = await answer
  await body?.pipeTo(new WritableStream())
  return status
}

/** The request with which a page reports a person. */
export const aReport = (
  of: { id: string },
  changes: Partial<ReportRequest> = {},
): ReportRequest => ({
  attempt: crypto.randomUUID(),
  personId: of.id,
  reason: 'harassment',
  note: 'não parava',
  withMessages: true,
  ...changes,
})

const PLAIN = 'error,code,message'

/** The status and code of a failure, whose shape is checked first. */
export async function failureOf(answer: Response): Promise<string> {
  const body = await answer.json<{ error: { code: string; message: string } }>()
  const keys = [Object.keys(body).join(), Object.keys(body.error).sort().join()]
  const expected = body.error.code === 'throttled' ? `${PLAIN},retryAfterSeconds` : PLAIN
  if (keys.join() !== expected) throw new Error(`an unknown shape: ${keys}`)
  return `${answer.status} ${body.error.code}`
}

/** The status, with the code of a failure. */
export async function outcomeOf(asked: Response | Promise<Response>): Promise<string> {
  const answer = await asked
  return answer.ok ? String(await statusOf(answer)) : failureOf(answer)
}

/** The binding with one method replaced. */
export function withMethod<T extends object, Name extends keyof T>(
  binding: T,
  method: Name,
  own: T[Name],
): T {
  return new Proxy(binding, {
    get(of, name) {
      if (name === method) return own
      const value = Reflect.get(of, name)
      return typeof value === 'function' ? value.bind(of) : value
    },
  })
}

/** A namespace whose rooms these requests must not reach. */
export function sleepingRooms(): { bindings: Pick<Env, 'BAR_ROOM'>; wakes: () => number } {
  let wakes = 0
  const BAR_ROOM = new Proxy(env.BAR_ROOM, {
    get() {
      wakes += 1
      throw new Error('the room was asked')
    },
  })
  return { bindings: { BAR_ROOM }, wakes: () => wakes }
}
