import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { noteToasts } from './toast-log.ts'
import { translatePages } from './translate-pages.ts'

export type Device = {
  page: Page
  context: BrowserContext
  /** Console lines, errors and foreign requests that the test did not expect. */
  complaints: () => string[]
  /** From here on, further lines are expected. */
  expect: (lines: readonly RegExp[]) => void
}

export type DeviceOptions = {
  /**
   * Console lines and page errors that this test provokes on purpose, such as the browser's own
   * line for a 404. Everything else fails the test.
   */
  expects?: readonly RegExp[]
  context?: BrowserContextOptions
  /** Another address of the server, as that of a proxy. */
  origin?: string
  /** Whether the browser translates its pages. */
  translates?: boolean
}

/** The console lines of a page that asks or connects while its session ends. */
export const SESSION_ENDS = [
  /status of 401/,
  /WebSocket connection to .+ failed: HTTP Authentication failed/,
]

/** The console line of pages in tests that block service workers (playwright.config.ts). */
const REGISTRATION_BLOCKED = /Service Worker registration blocked/

/** The console line of a page that retries because its connection opened late, as on a busy machine. */
const OPENED_LATE = /WebSocket is closed before the connection is established/

/** How many times longer than a real page a test's page waits for answers, so that a slow machine passes. */
const PATIENCE = 30

/** In the page. */
function waitLonger(times: number): void {
  const { timeout } = AbortSignal
  AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms * times)
}

const isOwn = (url: string, origin: string): boolean =>
  url === 'about:blank' || /^(?:blob|data):/.test(url) || new URL(url).origin === origin

/** Opens a context that shares nothing with others but the server; Playwright adds the options of the test. */
export async function openDevice(
  browser: Browser,
  origin: string,
  { expects = [], context: options = {}, translates = false }: DeviceOptions = {},
): Promise<Device> {
  const context = await browser.newContext({ ...options, baseURL: origin })
  // Denies notices, as the headless shell does. In any other Chromium the page would offer them.
  await context.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied', configurable: true })
  })
  await noteToasts(context)
  if (translates) await context.addInitScript(translatePages)
  await context.addInitScript(waitLonger, PATIENCE)
  const announced = [...expects, REGISTRATION_BLOCKED, OPENED_LATE]
  const heard: string[] = []
  context.on('console', (message) => {
    heard.push(`console ${message.type()}: ${message.text()}`)
  })
  context.on('weberror', (error) => {
    heard.push(`page error: ${error.error().message}`)
  })
  context.on('request', (request) => {
    if (!isOwn(request.url(), origin)) heard.push(`request to another origin: ${request.url()}`)
  })
  context.on('page', (page) => {
    page.on('websocket', (socket) => {
      if (new URL(socket.url()).host !== new URL(origin).host) {
        heard.push(`socket to another origin: ${socket.url()}`)
      }
    })
  })
  return {
    page: await context.newPage(),
    context,
    complaints: () => heard.filter((line) => !announced.some((expected) => expected.test(line))),
    expect: (lines) => void announced.push(...lines),
  }
}
