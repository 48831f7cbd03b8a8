import type { ReactNode } from 'react'
import { sharedTexts } from '#contract/texts/shared.ts'
import { CONTENT_ID } from '#web/ui/page.tsx'
import { Toaster } from '#web/ui/toast/toaster.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

export function App({ children }: { children: ReactNode }) {
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
      <Toaster label={sharedTexts.notifications} dismissLabel={sharedTexts.dismissToast} />
    </ErrorBoundary>
  )
}
