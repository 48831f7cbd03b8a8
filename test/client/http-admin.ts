import { ADMIN_API } from '#contract/admin-paths.ts'
import { MONITOR_SUBPROTOCOL } from '#contract/monitor.ts'
import { takeAdmin } from '#test/server/admin-pool.ts'

const PASSWORD = 'três chopes e um pastel'

/** An administrator without a browser: what their page sends, over real HTTP and a real socket. */
export class HttpAdmin {
  readonly #origin: string
  readonly #cookie: string

  private constructor(origin: string, cookie: string) {
    this.#origin = origin
    this.#cookie = cookie
  }

  /** Somebody whom no other test on this state has been. */
  static async signIn(origin: string, stateDir: string): Promise<HttpAdmin> {
    const { email, linkToken: token } = takeAdmin(stateDir)
    const nobody = new HttpAdmin(origin, '')
    await nobody.ask('POST', ADMIN_API.passwordLink, { token, password: PASSWORD })
    const answer = await nobody.ask('POST', ADMIN_API.session, { email, password: PASSWORD })
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
    return new HttpAdmin(origin, cookies.join('; '))
  }

  ask(method: string, path: string, json?: unknown): Promise<Response> {
    const headers = new Headers({ Origin: this.#origin, Cookie: this.#cookie })
    if (json !== undefined) headers.set('Content-Type', 'application/json')
    const body = json === undefined ? {} : { body: JSON.stringify(json) }
    return fetch(`${this.#origin}${path}`, { method, headers, ...body })
  }

  /** Opens the live board. */
  watch(): WebSocket {
    const url = `${this.#origin.replace('http', 'ws')}${ADMIN_API.monitorSocket}`
    const headers = { Origin: this.#origin, Cookie: this.#cookie }
    // Node's own socket takes headers; browsers' type does not know them.
    return new WebSocket(url, { protocols: [MONITOR_SUBPROTOCOL], headers } as unknown as string[])
  }
}
