import { once } from 'node:events'
import { Agent } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { address } from '#contract/address.ts'
import { API, HEALTH } from '#contract/paths.ts'
import { SUBPROTOCOL } from '#contract/protocol.ts'
import { toReason, UserError } from '../user-error.ts'

/** A new version takes a few seconds to be everywhere, a new host's certificate some minutes. */
const PATIENCE_MS = 180_000
const RETRY_MS = 3_000
const TIMEOUT_MS = 10_000

interface Site {
  address: string
  productName: string
  /** The Worker's name. */
  worker: string
  /** Whether nothing was deployed before. */
  isFirst?: boolean
}

/** Steps that write nothing. Each throws if the site's answer is wrong. */
const STEPS: Record<string, (site: Site) => Promise<unknown>> = {
  'the landing page': async ({ address, productName }) => {
    const page = await ask(`${address}/`)
    expectThat(page.status === 200, `it answers ${page.status}`)
    expectThat((await page.text()).includes(productName), `it does not say "${productName}"`)
  },
  'the API': async ({ address }) => {
    const answer = await ask(`${address}/api/nowhere`)
    const isOurs = answer.status === 404 && (await answer.text()).includes('"not_found"')
    expectThat(isOurs, `it answers ${answer.status}`)
  },
  'a room': async ({ address }) => {
    const answer = await ask(`${address}${HEALTH}?room`)
    expectThat(answer.status === 200, `${HEALTH}?room answers ${answer.status}`)
  },
  'a socket, which is refused without a visit': async ({ address: origin }) => {
    const url = new URL(address(API.socket, { barId: '222222' }), origin)
    url.protocol = url.protocol.replace('http', 'ws')
    const status = await askForSocket(url.href, origin)
    expectThat(status === 401, `it answers ${status}`)
  },
}

/** Asks a deployed site what only a real one can answer. Returns a line for each step. */
export async function checkSite(site: Site, patienceMs = PATIENCE_MS): Promise<string[]> {
  const lines: string[] = []
  const endsAt = Date.now() + patienceMs
  for (const [name, step] of Object.entries(STEPS)) {
    const startedAt = Date.now()
    await untilWorks(site, name, () => step(site), endsAt)
    lines.push(`${name}: ${Date.now() - startedAt} ms`)
  }
  return lines
}

async function untilWorks(
  { worker, isFirst }: Site,
  name: string,
  step: () => Promise<unknown>,
  endsAt: number,
) {
  for (;;) {
    try {
      return await step()
    } catch (error) {
      if (Date.now() + RETRY_MS > endsAt) {
        const back = isFirst
          ? ''
          : `,\nand \`npx wrangler rollback --name ${worker}\` brings the version before back`
        throw new UserError(`The site is deployed, but ${name} does not work: ${toReason(error)}.
A new address may take some minutes: run the command again. Else \`npx wrangler tail ${worker}\` shows why${back}.`)
      }
      await sleep(RETRY_MS)
    }
  }
}

export const ask = (url: string): Promise<Response> =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })

/** The status of the answer to an upgrade; 101 for one that was accepted. */
export async function askForSocket(url: string, origin: string): Promise<number> {
  // `fetch` obeys HTTPS_PROXY by the dispatcher that wrangler sets; `ws` needs an agent that does.
  const agent = url.startsWith('wss:') ? new Agent({ proxyEnv: process.env }) : undefined
  const options = { origin, agent, handshakeTimeout: TIMEOUT_MS }
  const socket = new WebSocket(url, [SUBPROTOCOL, 'none'], options)
  const accepted = once(socket, 'open').then(() => 101)
  const refused = once(socket, 'unexpected-response').then(([, answer]) => answer.statusCode)
  try {
    return await Promise.race([accepted, refused])
  } finally {
    socket.terminate()
  }
}

/** Returns `seen`, or throws it as a UserError if it is wrong. */
export function expectThat(isRight: boolean, seen: string): string {
  if (!isRight) throw new UserError(seen)
  return seen
}
