import X from 'lucide:x'
import type { MouseEvent, ReactNode, SyntheticEvent } from 'react'
import { use, useId, useLayoutEffect, useRef } from 'react'
import { sharedTexts } from '#contract/texts/shared.ts'
import { Button } from './button.tsx'
import { focusHeading } from './focus-heading.ts'
import { Icon } from './icon.tsx'
import { InDialogs } from './in-dialogs.ts'

export interface DialogProps {
  /** Called after Escape, a press on the backdrop or the close button, and a form with method="dialog". */
  onClose: () => void
  title: string
  children: ReactNode
  footer?: ReactNode
  /** Above the title, from edge to edge. */
  picture?: ReactNode
  /** Beside the close button. */
  menu?: ReactNode
  className?: string
}

/** A `className` that makes the dialog a sheet at the foot of a phone. */
export const FROM_FOOT =
  'max-sm:mb-0 max-sm:w-full max-sm:max-w-full max-sm:rounded-b-none max-sm:border-x-0 max-sm:border-b-0 max-sm:pb-[env(safe-area-inset-bottom)]'

/** React hands on the events of a dialog or a file field inside. */
const isOwn = ({ target, currentTarget }: SyntheticEvent): boolean => target === currentTarget

/** The backdrop's events have the dialog as target, as have those of its border and scroll bar. */
function isOnBackdrop(event: MouseEvent): boolean {
  const { left, right, top, bottom } = event.currentTarget.getBoundingClientRect()
  const { clientX: x, clientY: y } = event
  return isOwn(event) && (x < left || x > right || y < top || y > bottom)
}

/** Native modal dialog, open while it is mounted: the platform traps and restores focus. */
export function Dialog(props: DialogProps) {
  const { onClose, title, children, footer, picture, menu, className = '' } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const beganOnBackdrop = useRef(false)
  const foot = use(InDialogs)

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => {
      element?.close()
      queueMicrotask(() => {
        // The button that opened the dialog may be gone, as in the row of a blocked person.
        if (document.activeElement === document.body) focusHeading()
      })
    }
  }, [])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the platform closes on Escape
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onPointerDown={(event) => {
        beganOnBackdrop.current = isOnBackdrop(event)
      }}
      // A drag from the dialog to the backdrop, or back, ends with a click on the dialog too.
      onClick={(event) => {
        if (beganOnBackdrop.current && isOnBackdrop(event)) onClose()
      }}
      onCancel={(event) => {
        if (!isOwn(event)) return
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => {
        // In development each effect runs twice: the event of the first run comes after the second `showModal`.
        if (isOwn(event) && !event.currentTarget.open) onClose()
      }}
      className={`m-auto max-h-[calc(100dvh-2rem)] w-[min(calc(100vw-2rem),var(--container-narrow))] overflow-auto scroll-pb-60 rounded-xl border border-line bg-raised text-ink shadow-float backdrop:bg-backdrop open:animate-arrive ${className}`}
    >
      {picture}
      <div className="grid grid-cols-1 gap-5 p-5 sm:p-6">
        <div className="flex items-start justify-between gap-3">
          <h2 id={titleId} dir="auto" className="flex-1 py-1.5 font-display font-semibold text-xl">
            {title}
          </h2>
          {menu}
          <Button
            variant="quiet"
            size="icon"
            className="-mt-1 -mr-2"
            onClick={onClose}
            aria-label={sharedTexts.close}
          >
            <Icon of={X} />
          </Button>
        </div>
        {children}
      </div>
      {/* In sight however long the content is. */}
      {footer && (
        <div className="sticky bottom-0 flex flex-wrap justify-end gap-3 border-line border-t bg-raised px-5 py-3">
          {footer}
        </div>
      )}
      {foot}
    </dialog>
  )
}
