import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { BrowserRouter } from './browser-router.tsx'
import { preloadPages, Router } from './router.tsx'
import './styles/index.css'

const root = document.getElementById('root')
if (root) {
  preloadPages(location.pathname)
  const page = (
    <StrictMode>
      <App>
        <BrowserRouter>
          <Router />
        </BrowserRouter>
      </App>
    </StrictMode>
  )
  const options = { onRecoverableError: reportUnlessSkipped }
  if (isShell(root)) hydrateRoot(root, page, options)
  else createRoot(root, options).render(page)
  import('./after-start.ts').then(
    (part) => part.finishStart(),
    () => undefined,
  )
}

/** What a page was sent here with changes what it shows, and no shell could know. */
function isShell({ firstChild }: HTMLElement): boolean {
  const { usr: sentWith } = (history.state ?? {}) as { usr?: unknown }
  return firstChild !== null && sentWith === undefined
}

/**
 * React reports a view transition that the browser skipped (the page is hidden, another one began) as
 * an error, though the new page is there. An error of the update itself also rejects `finished`.
 */
function reportUnlessSkipped(error: unknown): void {
  const isSkipped = error instanceof DOMException && /^(Abort|InvalidState)Error$/.test(error.name)
  if (!isSkipped) reportError(error)
}
