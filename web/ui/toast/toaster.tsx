import { useEffect, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { sharedTexts } from '#contract/texts/shared.ts'
import { Cell } from '#web/ui/cell.ts'
import { toLift } from './free-place.ts'
import { toastStore } from './show-toast.ts'
import { ToastCard } from './toast-card.tsx'

const LAYER = {
  position: 'fixed',
  inset: 'var(--toast-top) auto var(--toast-foot) var(--toast-left)',
  width: 'var(--toast-width)',
  height: 'auto',
  margin: 0,
  padding: 0,
  overflow: 'visible',
  background: 'none',
} as const

/** The ids of the open dialogs, the uppermost last. */
class OpenDialogs extends Cell<readonly string[]> {
  /** Returns how to close it. */
  open(id: string): () => void {
    this.set([...this.read(), id])
    return () => this.set(this.read().filter((other) => other !== id))
  }
}

const openDialogs = new OpenDialogs([])

/** Draws the toast in the uppermost dialog, else in the page: all else is inert, and is not announced. */
export function Toaster({ isInDialog = false }: { isInDialog?: boolean }) {
  const id = useId()
  useLayoutEffect(() => (isInDialog ? openDialogs.open(id) : undefined), [isInDialog, id])
  useEffect(() => {
    if (isInDialog) return
    const dismissOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (!document.querySelector('dialog[open]')) toastStore.dismissShown()
    }
    document.addEventListener('keydown', dismissOnEscape)
    return () => document.removeEventListener('keydown', dismissOnEscape)
  }, [isInDialog])
  return <ToastRegion dialogId={isInDialog ? id : undefined} />
}

/** Both live regions exist before a toast: screen readers announce only later additions. */
function ToastRegion({ dialogId }: { dialogId: string | undefined }) {
  const shown = useSyncExternalStore(toastStore.subscribe, toastStore.read, toastStore.read)
  const isUppermost = () => openDialogs.read().at(-1) === dialogId
  const isHere = useSyncExternalStore(openDialogs.subscribe, isUppermost, isUppermost)
  // An open dialog shows only what answers its presses.
  const isNews = shown?.tone === 'news' || shown?.tone === 'message'
  const toast = isHere && !(dialogId && isNews) ? shown : null
  const region = useRef<HTMLElement>(null)
  const shownId = toast?.id

  // After layout effects: a dialog opens in one, and would lie above what was raised before.
  useEffect(() => {
    const layer = region.current
    if (!layer) return
    raise(layer, shownId)
    layer.style.translate = ''
    layer.style.translate = `0 -${toLift(layer)}px`
  }, [shownId])

  useLayoutEffect(() => {
    // A card that is removed takes the focus with it, without an event.
    return shownId === undefined ? undefined : () => toastStore.resume()
  }, [shownId])

  const card = toast && <ToastCard key={toast.id} toast={toast} />
  const isTrouble = toast?.tone === 'destructive'
  return (
    <section
      ref={region}
      aria-label={sharedTexts.notifications}
      popover="manual"
      className="pointer-events-none"
      style={LAYER}
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
  // The top layer is a stack: only the last shown lies above an open menu.
  const covered = shownId !== undefined && document.querySelector('[popover=auto]:popover-open')
  if (covered && layer.matches(':popover-open')) layer.hidePopover()
  if (!layer.matches(':popover-open')) layer.showPopover()
}
