import type { ReactNode } from 'react'
import { sharedTexts } from '#contract/texts/shared.ts'
import { lazyPart, usePart } from '#web/ui/lazy-part.ts'
import { CONTENT_ID } from '#web/ui/page.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

const toaster = lazyPart(async () => (await import('./after-start.ts')).Toaster)

export function App({ children }: { children: ReactNode }) {
  const Toaster = usePart(toaster)
  return (
    <ErrorBoundary>
      <a
        href={`#${CONTENT_ID}`}
        onClick={(event) => {
          // Keeps "#content" out of the URL, which people share.
          event.preventDefault()
          document.getElementById(CONTENT_ID)?.focus()
        }}
        className="fixed top-2 left-2 z-20 -translate-y-20 rounded-lg bg-accent px-4 py-3 font-semibold text-on-accent focus:translate-y-0"
      >
        {sharedTexts.skipToContent}
      </a>
      {children}
      {Toaster && <Toaster />}
    </ErrorBoundary>
  )
}
