import { mkdirSync, writeFileSync } from 'node:fs'
import { startBrowserProcess } from './browser-process.ts'
import type { Engine, Tab } from './engine.ts'
import { toExpression } from './engine.ts'

type Answer = { id?: number; type: string; method?: string; params?: LogEntry; message?: string }
type LogEntry = { level: string; text: string | null; source: { context?: string } }

/** Asks a browser over WebDriver BiDi: JSON over one socket. */
class Bidi {
  readonly #socket: WebSocket
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>()
  readonly log: LogEntry[] = []
  #lastId = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => this.#take(JSON.parse(String(data))))
    socket.addEventListener('close', () => {
      for (const { reject } of this.#pending.values()) reject(new Error('Firefox has gone.'))
    })
  }

  static async connect(url: string): Promise<Bidi> {
    const socket = new WebSocket(url)
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve)
      socket.addEventListener('error', () => reject(new Error(`Nobody answers at ${url}.`)))
    })
    return new Bidi(socket)
  }

  ask<R>(method: string, params: Record<string, unknown> = {}): Promise<R> {
    const answer = Promise.withResolvers<unknown>()
    this.#lastId += 1
    this.#pending.set(this.#lastId, answer)
    this.#socket.send(JSON.stringify({ id: this.#lastId, method, params }))
    return answer.promise as Promise<R>
  }

  #take(answer: Answer & { result?: unknown }): void {
    if (answer.method === 'log.entryAdded' && answer.params) this.log.push(answer.params)
    const asked = answer.id === undefined ? undefined : this.#pending.get(answer.id)
    if (asked === undefined || answer.id === undefined) return
    this.#pending.delete(answer.id)
    if (answer.type === 'success') asked.resolve(answer.result)
    else asked.reject(new Error(`Firefox: ${answer.message}`))
  }
}

// Not every violation reaches the log.
const NAME_VIOLATIONS = `() => document.addEventListener('securitypolicyviolation', (violation) =>
  console.error('CSP: ' + violation.violatedDirective + ' refused ' + violation.blockedURI))`

// A phone's scroll bars take no room.
const PREFERENCES = `user_pref('intl.accept_languages', 'pt-BR');
user_pref('ui.useOverlayScrollbars', 1);
`

/** Stock Firefox, driven over WebDriver BiDi. */
export async function startFirefox(binary: string, home: string): Promise<Engine> {
  const profile = `${home}/profile`
  mkdirSync(profile, { recursive: true })
  writeFileSync(`${profile}/user.js`, PREFERENCES)
  const firefox = startBrowserProcess(
    [binary, '--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile],
    home,
  )
  const url = await firefox.prints(/WebDriver BiDi listening on (ws:\S+)/)
  const bidi = await Bidi.connect(`${url}/session`)
  await bidi.ask('session.new', { capabilities: {} })
  await bidi.ask('session.subscribe', { events: ['log.entryAdded'] })
  await bidi.ask('script.addPreloadScript', { functionDeclaration: NAME_VIOLATIONS })
  return { open: (origin) => openTab(bidi, origin), close: firefox.stop }
}

async function openTab(bidi: Bidi, origin: string): Promise<Tab> {
  const user = await bidi.ask<{ userContext: string }>('browser.createUserContext')
  const created = { type: 'window', userContext: user.userContext }
  const { context } = await bidi.ask<{ context: string }>('browsingContext.create', created)
  return {
    goTo: async (path) => {
      await bidi.ask('browsingContext.navigate', {
        context,
        url: `${origin}${path}`,
        wait: 'complete',
      })
    },
    reload: async () => {
      await bidi.ask('browsingContext.reload', { context, wait: 'complete' })
    },
    run: async (inPage, ...args) => {
      const asked = {
        expression: toExpression(inPage, JSON.stringify(args)),
        target: { context },
        awaitPromise: false,
      }
      const answer = await bidi.ask<{
        result?: { value: string }
        exceptionDetails?: { text: string }
      }>('script.evaluate', asked)
      if (!answer.result) throw new Error(`In the page: ${answer.exceptionDetails?.text}`)
      return JSON.parse(answer.result.value)
    },
    input: async (source) => {
      await bidi.ask('input.performActions', { context, actions: [source] })
    },
    resize: async (viewport) => {
      await bidi.ask('browsingContext.setViewport', { context, viewport })
    },
    takePicture: async () => {
      const picture = await bidi.ask<{ data: string }>('browsingContext.captureScreenshot', {
        context,
      })
      return Buffer.from(picture.data, 'base64')
    },
    complaints: () =>
      bidi.log
        .filter(({ source }) => source.context === context)
        .map(({ level, text }) => `${level}: ${text}`),
  }
}
