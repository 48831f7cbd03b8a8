import { vi } from 'vitest'
import { WAIT_HANGS_AFTER_MS } from '#test/hang-limits.ts'

/** The operations that a browser engine's protocol must offer. The evening uses nothing else. */
export type Engine = {
  /** Opens a new browser on the server at `origin`. */
  open: (origin: string) => Promise<Tab>
  /** Ends every process that it started. */
  close: () => Promise<void>
}

export type Tab = {
  /** Resolves when the page has loaded. */
  goTo: (path: string) => Promise<unknown>
  reload: () => Promise<unknown>
  /** Runs a function in the page. It sees nothing but its arguments, which pass as JSON. */
  run: <A extends unknown[], R>(inPage: (...args: A) => R, ...args: A) => Promise<R>
  /** Real input, in the form that both WebDriver protocols share. */
  input: (source: InputSource) => Promise<unknown>
  /** Sets the size of what the page has, without the browser's own bars. */
  resize: (size: Size) => Promise<unknown>
  /** Takes a PNG of the viewport. */
  takePicture: () => Promise<Buffer>
  /** Console lines, uncaught errors, unhandled rejections and CSP violations. */
  complaints: () => string[]
}

export type Size = { width: number; height: number }

export type InputSource = {
  type: 'pointer' | 'key'
  id: string
  parameters?: { pointerType: 'mouse' }
  actions: Record<string, string | number>[]
}

/** The text of an expression, for engines that take and return strings. */
export function toExpression(inPage: (...args: never[]) => unknown, json: string): string {
  return `JSON.stringify((${inPage})(...${json})) ?? 'null'`
}

/** Waits until `ask` returns something, or fails with `wanted`. */
export async function until<T>(wanted: string, ask: () => Promise<T>) {
  try {
    return await vi.waitUntil(ask, { timeout: WAIT_HANGS_AFTER_MS, interval: 100 })
  } catch (cause) {
    throw new Error(`Not within ${WAIT_HANGS_AFTER_MS / 1000} s: ${wanted}`, { cause })
  }
}
