import type { ComponentProps, ReactNode } from 'react'
import { useId, useRef } from 'react'
import { Button } from './button.tsx'

export interface MenuProps {
  label: string
  title: string
  /** Instead of the label's words. */
  icon?: ReactNode
  /** Somebody points at the button, or reaches it by keyboard. */
  onIntent?: () => void
  children: (close: () => void) => ReactNode
  className?: string
}

const GAP_PX = 8
const MARGIN_PX = 12

/** A native popover for buttons that a small screen has no room for. Below its button, or above it. */
export function Menu({ label, title, icon, onIntent, children, className = '' }: MenuProps) {
  const id = useId()
  const titleId = useId()
  const holder = useRef<HTMLDivElement>(null)
  const popover = useRef<HTMLElement>(null)
  const place = () => {
    const box = holder.current?.getBoundingClientRect()
    if (!box || !popover.current) return
    const isLow = box.bottom > innerHeight / 2
    const { style } = popover.current
    style.top = isLow ? 'auto' : `${box.bottom + GAP_PX}px`
    style.bottom = isLow ? `${innerHeight - box.top + GAP_PX}px` : 'auto'
    style.right = `${Math.max(MARGIN_PX, document.documentElement.clientWidth - box.right)}px`
  }
  return (
    <div ref={holder} className={className}>
      {icon ? (
        <Button
          variant="quiet"
          size="icon"
          popoverTarget={id}
          aria-label={label}
          onPointerEnter={onIntent}
          onFocus={onIntent}
        >
          {icon}
        </Button>
      ) : (
        <Button variant="secondary" popoverTarget={id}>
          {label}
        </Button>
      )}
      <section
        ref={popover}
        id={id}
        popover="auto"
        aria-labelledby={titleId}
        onBeforeToggle={place}
        className="fixed inset-auto m-0 h-auto w-[min(19rem,calc(100vw-1.5rem))] gap-1 rounded-xl border border-edge bg-raised p-2 text-ink shadow-float open:grid open:animate-arrive"
      >
        <p
          id={titleId}
          dir="auto"
          className="truncate px-3 pt-1 pb-1.5 font-semibold text-ink-soft text-sm"
        >
          {title}
        </p>
        {children(() => popover.current?.hidePopover())}
      </section>
    </div>
  )
}

export interface MenuItemProps extends ComponentProps<'button'> {
  icon: ReactNode
  /** What the press does, in a sentence. */
  detail?: string
}

export function MenuItem({ icon, detail, children, ...rest }: MenuItemProps) {
  const detailId = useId()
  return (
    <div>
      <button
        type="button"
        {...rest}
        {...(detail && { 'aria-describedby': detailId })}
        className="flex min-h-target w-full items-center gap-3 rounded-lg px-3 py-2 text-left font-semibold hover:bg-hover disabled:text-ink-faint"
      >
        {icon}
        {children}
      </button>
      {detail && (
        <p id={detailId} className="px-3 pb-2 pl-12 text-ink-soft text-xs">
          {detail}
        </p>
      )}
    </div>
  )
}
