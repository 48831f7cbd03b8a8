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
  if (isShell(root)) hydrateRoot(root, page)
  else createRoot(root).render(page)
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
