import type { ReactNode } from 'react'
import { sharedTexts } from '#contract/texts/shared.ts'
import { InDialogs } from '#web/ui/in-dialogs.ts'
import { lazyPart, usePart } from '#web/ui/lazy-part.ts'
import { CONTENT_ID } from '#web/ui/page.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

const toaster = lazyPart<{ isInDialog?: boolean }>(
  async () => (await import('./after-start.ts')).Toaster,
)

/** The toasts, once their script has come. */
function LateToaster({ isInDialog = false }: { isInDialog?: boolean }) {
  const Toaster = usePart(toaster)
  return Toaster && <Toaster isInDialog={isInDialog} />
}

// Never another value: where a context changes during hydration, React drops the drawn form and what was typed.
const IN_DIALOGS = <LateToaster isInDialog />

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
      <InDialogs value={IN_DIALOGS}>{children}</InDialogs>
      <LateToaster />
    </ErrorBoundary>
  )
}
