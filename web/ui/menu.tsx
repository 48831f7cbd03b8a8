import type { ReactNode } from 'react'
import { useId, useRef } from 'react'
import { Button } from './button.tsx'

export interface MenuProps {
  label: string
  title: string
  children: (close: () => void) => ReactNode
  className?: string
}

/** A native popover for buttons that a small screen has no room for. */
export function Menu({ label, title, children, className = '' }: MenuProps) {
  const id = useId()
  const titleId = useId()
  const popover = useRef<HTMLElement>(null)
  return (
    <div className={className}>
      <Button variant="secondary" popoverTarget={id}>
        {label}
      </Button>
      <section
        ref={popover}
        id={id}
        popover="auto"
        aria-labelledby={titleId}
        className="fixed inset-auto top-[calc(var(--spacing-bar)+env(safe-area-inset-top)+0.5rem)] right-3 m-0 h-auto w-[min(15rem,calc(100vw-1.5rem))] gap-1 rounded-xl border border-edge bg-raised p-2 text-ink shadow-float open:grid open:animate-arrive"
      >
        <p id={titleId} className="px-3 pt-1 pb-1.5 font-semibold text-ink-soft text-sm">
          {title}
        </p>
        {children(() => popover.current?.hidePopover())}
      </section>
    </div>
  )
}
