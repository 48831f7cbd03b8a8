import { useEffect, useRef, useSyncExternalStore } from 'react'
import { sharedTexts } from '#contract/texts/shared.ts'
import { toastStore } from './show-toast.ts'
import { ToastCard } from './toast-card.tsx'

const PLACE = {
  position: 'fixed',
  inset: 'var(--toast-top) auto var(--toast-foot) var(--toast-left)',
  width: 'var(--toast-width)',
  height: 'auto',
  margin: 0,
  padding: 0,
  overflow: 'visible',
  background: 'none',
} as const

/** Both live regions exist before a toast: screen readers announce only later additions. */
export function Toaster() {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.read, toastStore.read)
  const region = useRef<HTMLElement>(null)
  const shownId = toast?.id

  useEffect(() => {
    if (region.current) raise(region.current, shownId)
  }, [shownId])

  useEffect(() => {
    const dismissOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (!document.querySelector('dialog[open]')) toastStore.dismissShown()
    }
    document.addEventListener('keydown', dismissOnEscape)
    return () => document.removeEventListener('keydown', dismissOnEscape)
  }, [])

  const card = toast && <ToastCard key={toast.id} toast={toast} />
  const isTrouble = toast?.tone === 'destructive'
  return (
    <section
      ref={region}
      aria-label={sharedTexts.notifications}
      popover="manual"
      className="pointer-events-none"
      style={PLACE}
      // Not a pause: a pointer that rests where a toast comes would hold back all others.
      onPointerMove={() => toastStore.prolong()}
      onFocus={() => toastStore.pause()}
      onBlur={() => toastStore.resume()}
    >
      <div role="alert" aria-atomic="false">
        {isTrouble && card}
      </div>
      <div role="status" aria-atomic="false">
        {!isTrouble && card}
      </div>
    </section>
  )
}

/** Without popover support the region stays an ordinary fixed element. */
function raise(layer: HTMLElement, shownId: number | undefined): void {
  if (!layer.showPopover) return
  // The top layer is a stack: only the last shown lies above an open dialog or menu.
  const covered =
    shownId !== undefined && document.querySelector('dialog[open], [popover=auto]:popover-open')
  if (covered && layer.matches(':popover-open')) layer.hidePopover()
  if (!layer.matches(':popover-open')) layer.showPopover()
}
