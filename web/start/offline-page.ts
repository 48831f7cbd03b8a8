import { OFFLINE_PAGE } from '#contract/paths.ts'

const FIRST_WAIT_MS = 2_000
const LAST_WAIT_MS = 30_000

let waitMs = FIRST_WAIT_MS
let timer: ReturnType<typeof setTimeout> | undefined

/** Reloads into the requested page as soon as there is a connection. */
async function look(): Promise<void> {
  clearTimeout(timer)
  try {
    await fetch('', { method: 'HEAD', cache: 'no-store' })
    location.reload()
  } catch {
    timer = setTimeout(look, waitMs)
    waitMs = Math.min(2 * waitMs, LAST_WAIT_MS)
  }
}

// At its own address the page would reload for ever.
if (location.pathname !== OFFLINE_PAGE) {
  addEventListener('online', look)
  timer = setTimeout(look, waitMs)
}
