import { useEffect, useRef, useSyncExternalStore } from 'react'
import { toastStore } from './show-toast.ts'
import { ToastCard } from './toast-card.tsx'

/** Both live regions exist from the start: screen readers announce only later additions. */
export function Toaster({ label, dismissLabel }: { label: string; dismissLabel: string }) {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, toastStore.read)
  const region = useRef<HTMLElement>(null)
  const newest = toasts.at(-1)?.id

  useEffect(() => {
    if (region.current) raise(region.current, newest)
  }, [newest])

  useEffect(() => {
    const dismissOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (!document.querySelector('dialog[open]')) toastStore.dismissNewest()
    }
    document.addEventListener('keydown', dismissOnEscape)
    return () => document.removeEventListener('keydown', dismissOnEscape)
  }, [])

  const draw = (destructive: boolean) =>
    toasts
      .filter((toast) => (toast.tone === 'destructive') === destructive)
      .map((toast) => <ToastCard key={toast.id} toast={toast} dismissLabel={dismissLabel} />)
  return (
    <section
      ref={region}
      aria-label={label}
      popover="manual"
      className="pointer-events-none fixed inset-x-0 top-[calc(var(--toast-top)+env(safe-area-inset-top))] bottom-auto mx-auto my-0 grid h-auto w-[min(calc(100vw-1.5rem),26rem)] gap-2 overflow-visible bg-transparent p-0 sm:right-5 sm:left-auto"
      onPointerEnter={() => toastStore.pause()}
      onPointerLeave={() => toastStore.resume()}
      onFocus={() => toastStore.pause()}
      onBlur={() => toastStore.resume()}
    >
      <div role="alert" aria-atomic="false" className="grid gap-2">
        {draw(true)}
      </div>
      <div role="status" aria-atomic="false" className="grid gap-2">
        {draw(false)}
      </div>
    </section>
  )
}

/** Without popover support the region stays an ordinary fixed element. */
function raise(layer: HTMLElement, newest: number | undefined): void {
  if (!layer.showPopover) return
  // The top layer is a stack: only the last shown lies above an open dialog.
  const covered = newest !== undefined && document.querySelector('dialog[open]')
  if (covered && layer.matches(':popover-open')) layer.hidePopover()
  if (!layer.matches(':popover-open')) layer.showPopover()
}
