import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { COME_BACK } from '#contract/paths.ts'
import { App } from './app.tsx'
import { loadPage, Router } from './router.tsx'
import './styles/index.css'

const root = document.getElementById('root')
if (root) void start(root)

async function start(root: HTMLElement): Promise<void> {
  const isReturn = location.search === COME_BACK
  if (isReturn) {
    await import('./come-back.ts').then((part) => part.comeBack()).catch(() => undefined)
  }
  // Before the first render: what is still loading then, React shows 300 ms later at the earliest.
  await loadPage(location.pathname)
  const page = (
    <StrictMode>
      <App>
        <BrowserRouter>
          <Router />
        </BrowserRouter>
      </App>
    </StrictMode>
  )
  const options = { onRecoverableError: reportUnlessSkipped, onCaughtError: reportError }
  if (!isReturn && isShell(root)) hydrateRoot(root, page, options)
  else createRoot(root, options).render(page)
}

/** Data sent along by a navigation changes the page, and no prerendered shell has it. */
function isShell({ firstChild }: HTMLElement): boolean {
  const { usr: sentWith } = (history.state ?? {}) as { usr?: unknown }
  return firstChild !== null && sentWith === undefined
}

/**
 * React reports a skipped view transition (hidden page, newer transition, four seconds without a page)
 * as an error. An error of the update itself also rejects `finished`.
 */
function reportUnlessSkipped(error: unknown): void {
  const isSkipped =
    error instanceof DOMException && /^(Abort|InvalidState|Timeout)Error$/.test(error.name)
  if (!isSkipped) reportError(error)
}
