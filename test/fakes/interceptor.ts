import type { CDPSession, Page } from '@playwright/test'

export interface Asked {
  url: URL
  method: string
}

export interface Given {
  status?: number
  contentType: string
  body: string
}

/** The answer to a request, or its failure. */
export type Fate = Given | 'aborted' | 'unanswered'

interface Rule {
  pattern: RegExp
  /** Returns null to leave the request to an earlier rule, or to the server. */
  decide: (asked: Asked) => Fate | null
}

interface Paused {
  requestId: string
  request: { url: string; method: string }
}

/**
 * Answers requests of a page in place of the server. `page.route` does so too, but sends every
 * request through the test, and the browser then does without its cache.
 */
export class Interceptor {
  readonly #browser: CDPSession
  readonly #rules: Rule[] = []
  readonly #patterns = new Set<string>()

  private constructor(browser: CDPSession) {
    this.#browser = browser
    browser.on('Fetch.requestPaused', (paused: Paused) => void this.#decide(paused))
  }

  static async start(page: Page): Promise<Interceptor> {
    return new Interceptor(await page.context().newCDPSession(page))
  }

  /** A path may have `*` for any text without a slash, `**` for any text. The newest rule is asked first. */
  async add(path: string, decide: Rule['decide']): Promise<void> {
    this.#rules.unshift({ pattern: toPattern(path), decide })
    // CDP patterns are broader: `*` matches slashes and `?` any character. Requests without a rule continue.
    const [folder = ''] = /^\/\w+\//.exec(path) ?? [path]
    if (this.#patterns.has(folder)) return
    this.#patterns.add(folder)
    const patterns = [...this.#patterns].map((start) => ({ urlPattern: `*${start}*` }))
    await this.#browser.send('Fetch.enable', { patterns })
  }

  /** Stops intercepting. The server answers all later requests. */
  async stop(): Promise<void> {
    await this.#browser.detach()
  }

  async #decide({ requestId, request: { url, method } }: Paused): Promise<void> {
    const asked = { url: new URL(url), method }
    const path = asked.url.pathname + asked.url.search
    let fate: Fate | null = null
    for (const { pattern, decide } of this.#rules) {
      if (pattern.test(path)) fate = decide(asked)
      if (fate !== null) break
    }
    try {
      await this.#settle(requestId, fate)
    } catch {
      // The page has gone on without it.
    }
  }

  async #settle(requestId: string, fate: Fate | null): Promise<void> {
    if (fate === 'unanswered') return
    if (fate === null) await this.#browser.send('Fetch.continueRequest', { requestId })
    else if (fate === 'aborted')
      await this.#browser.send('Fetch.failRequest', { requestId, errorReason: 'Failed' })
    else
      await this.#browser.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: fate.status ?? 200,
        responseHeaders: [{ name: 'content-type', value: fate.contentType }],
        body: Buffer.from(fate.body).toString('base64'),
      })
  }
}

function toPattern(path: string): RegExp {
  const escaped = path.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(
    `^${escaped.replaceAll('**', '\0').replaceAll('*', '[^/]*').replaceAll('\0', '.*')}$`,
  )
}
