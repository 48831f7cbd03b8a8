import type { Browser, Page } from '@playwright/test'

interface TraceEvent {
  name: string
  tid: number
  pid: number
  /** Microseconds of CPU time of the thread. */
  tdur?: number
  args: { name?: string }
}

/** Chromium's names. */
const TASK = 'RunTask'
const MAIN_THREAD = 'CrRendererMain'
const CATEGORIES = ['__metadata', 'disabled-by-default-devtools.timeline']

/** What the tasks of the pages' main threads take from now on, in milliseconds of CPU: the clock counts what else the machine does. */
export async function traceTasks(page: Page): Promise<() => Promise<number[]>> {
  const browser = page.context().browser()
  if (!browser) throw new Error('a page without a browser')
  await browser.startTracing(page, { categories: CATEGORIES })
  return () => stopTracing(browser)
}

async function stopTracing(browser: Browser): Promise<number[]> {
  const trace = await browser.stopTracing()
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString())
  const toThread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const mainThreads = new Set(
    traceEvents.filter(({ args }) => args.name === MAIN_THREAD).map(toThread),
  )
  return traceEvents
    .filter((event) => event.name === TASK && mainThreads.has(toThread(event)))
    .map(({ tdur = 0 }) => tdur / 1_000)
}
