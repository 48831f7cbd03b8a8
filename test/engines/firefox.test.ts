import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { expect, inject, onTestFinished, test } from 'vitest'
import { WAIT_HANGS_AFTER_MS } from '#test/hang-limits.ts'
import { takeBar } from '#test/server/bar-pool.ts'
import { listen } from '#test/server/listen.ts'
import { passOn } from '#test/server/site-proxy.ts'
import { startBrowserProcess } from './browser-process.ts'
import type { Engine, Tab } from './engine.ts'
import { toExpression } from './engine.ts'
import { openPages } from './open-pages.ts'
import { Person } from './person.ts'
import { playEvening } from './play-evening.ts'

type Answer = { id?: number; type: string; method?: string; params?: LogEntry; message?: string }
type LogEntry = { level: string; text: string | null; source: { context?: string } }

/** Asks a browser over WebDriver BiDi: JSON over one socket. */
class Bidi {
  readonly #socket: WebSocket
  /** Unanswered commands, by their id. */
  readonly #pending: PromiseWithResolvers<unknown>[] = []
  readonly log: LogEntry[] = []

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => this.#take(JSON.parse(String(data))))
    socket.addEventListener('close', () => {
      for (const { reject } of this.#pending) reject(new Error('Firefox has gone.'))
    })
  }

  static async connect(url: string): Promise<Bidi> {
    const socket = new WebSocket(url)
    await once(socket, 'open', { signal: AbortSignal.timeout(WAIT_HANGS_AFTER_MS) })
    return new Bidi(socket)
  }

  ask<R>(method: string, params: Record<string, unknown> = {}): Promise<R> {
    const answer = Promise.withResolvers<unknown>()
    const id = this.#pending.push(answer) - 1
    this.#socket.send(JSON.stringify({ id, method, params }))
    return answer.promise as Promise<R>
  }

  #take(answer: Answer & { result?: unknown }): void {
    if (answer.method === 'log.entryAdded' && answer.params) this.log.push(answer.params)
    const asked = this.#pending[answer.id ?? -1]
    if (answer.type === 'success') asked?.resolve(answer.result)
    else asked?.reject(new Error(`Firefox: ${answer.message}`))
  }
}

// The log lacks some violations.
const NAME_VIOLATIONS = `() => document.addEventListener('securitypolicyviolation', (violation) =>
  console.error('CSP: ' + violation.violatedDirective + ' refused ' + violation.blockedURI))`

// A phone's scroll bars take no room.
const PREFERENCES = `user_pref('intl.accept_languages', 'pt-BR');
user_pref('ui.useOverlayScrollbars', 1);
`

/** Stock Firefox, driven over WebDriver BiDi. */
async function startFirefox(home: string): Promise<Engine> {
  const profile = `${home}/profile`
  mkdirSync(profile, { recursive: true })
  writeFileSync(`${profile}/user.js`, PREFERENCES)
  const firefox = startBrowserProcess(
    ['firefox-esr', '--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile],
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
    goTo: (path) =>
      bidi.ask('browsingContext.navigate', { context, url: origin + path, wait: 'complete' }),
    reload: () => bidi.ask('browsingContext.reload', { context, wait: 'complete' }),
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
    input: (source) => bidi.ask('input.performActions', { context, actions: [source] }),
    resize: (viewport) => bidi.ask('browsingContext.setViewport', { context, viewport }),
    takePicture: async () => {
      const asked = bidi.ask<{ data: string }>('browsingContext.captureScreenshot', { context })
      return Buffer.from((await asked).data, 'base64')
    },
    complaints: () =>
      bidi.log
        .filter(({ source }) => source.context === context)
        .map(({ level, text }) => `${level}: ${text}`),
  }
}

playEvening('Firefox', startFirefox)
openPages('Firefox', startFirefox)

// Firefox before 155 keeps a module that failed: only a new page asks for it again.
test('O19 a visit whose menus could not be loaded reloads for them in Firefox', async () => {
  const [site, stateDir] = [inject('origin'), inject('stateDir')]
  let documents = 0
  const pass = passOn(site, () => undefined)
  const { port, close } = await listen(
    createServer((asked, answer) => {
      if (asked.headers['sec-fetch-dest'] === 'document') documents += 1
      if (documents === 1 && asked.url?.includes('/visit-parts-')) answer.destroy()
      else pass(asked, answer)
    }),
  )
  onTestFinished(close)
  const engine = await startFirefox(`${stateDir}/Firefox-menus`)
  onTestFinished(() => engine.close())
  const ana = new Person('Ana', await engine.open(`http://localhost:${port}`))
  await ana.tab.resize({ width: 390, height: 844 })
  await ana.tab.goTo(`/bar/${takeBar(stateDir).id}/table/7`)
  await ana.fill('Nome ou Apelido', 'Ana')
  await ana.click('button', 'Começar a Conversar')
  await ana.click('button', 'Menu')
  await ana.sees('Preciso de ajuda')
  expect(documents).toBe(2)
})
