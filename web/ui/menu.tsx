import type { ComponentProps, ReactNode, RefObject } from 'react'
import { useId, useRef } from 'react'
import { Button } from './button.tsx'

/** An item's press closes the menu and then does this. */
export type CloseFirst = (act?: () => void) => () => void

export interface MenuProps {
  label: string
  /** The tooltip of the button. */
  tip?: string | undefined
  title: string
  /** Instead of the label's words. */
  icon?: ReactNode
  children: (closeFirst: CloseFirst) => ReactNode
  /** Opened by other buttons, whose `popoverTarget` is `id`, and beside the one that `opener` holds. */
  shared?: { id: string; opener: RefObject<HTMLElement | null> } | undefined
  className?: string
}

const GAP_PX = 8
const MARGIN_PX = 12
/** The width that the class of the menu sets. */
const WIDTH_REM = 19

/** A native popover for buttons that a small screen has no room for. Below its button, or above it. It scrolls. */
export function Menu({ label, tip, title, icon, children, shared, className = '' }: MenuProps) {
  const ownId = useId()
  const id = shared?.id ?? ownId
  const titleId = useId()
  const holder = useRef<HTMLDivElement>(null)
  const popover = useRef<HTMLElement>(null)
  const place = () => {
    const box = (shared?.opener ?? holder).current?.getBoundingClientRect()
    if (!box || !popover.current) return
    const isLow = box.bottom > innerHeight / 2
    const { style } = popover.current
    style.top = isLow ? 'auto' : `${box.bottom + GAP_PX}px`
    style.bottom = isLow ? `${innerHeight - box.top + GAP_PX}px` : 'auto'
    const room = isLow ? box.top : innerHeight - box.bottom
    style.maxHeight = `${room - GAP_PX - MARGIN_PX}px`
    const right = document.documentElement.clientWidth - box.right
    // Not beyond the left side: the button may stand in a column there.
    style.right = `max(${MARGIN_PX}px, min(${right}px, 100vw - ${WIDTH_REM}rem - ${MARGIN_PX}px))`
  }
  const closeFirst: CloseFirst = (act) => () => {
    popover.current?.hidePopover()
    act?.()
  }
  return (
    <div ref={holder} className={className}>
      {!shared && <Opener id={id} label={label} tip={tip} icon={icon} />}
      <section
        ref={popover}
        id={id}
        popover="auto"
        aria-labelledby={titleId}
        // A menu that closes needs no measuring: it would lay the whole page out during the press.
        onBeforeToggle={({ newState }) => newState === 'open' && place()}
        className="fixed inset-auto m-0 h-auto w-[min(19rem,calc(100vw-1.5rem))] gap-1 rounded-xl border border-edge bg-raised p-2 text-ink shadow-float open:grid open:animate-arrive"
      >
        <p
          id={titleId}
          dir="auto"
          className="truncate px-3 pt-1 pb-1.5 font-semibold text-ink-soft text-sm"
        >
          {title}
        </p>
        {children(closeFirst)}
      </section>
    </div>
  )
}

function Opener({
  id,
  label,
  tip,
  icon,
}: { id: string } & Pick<MenuProps, 'label' | 'tip' | 'icon'>) {
  return icon ? (
    <Button variant="quiet" size="icon" popoverTarget={id} aria-label={label} title={tip}>
      {icon}
    </Button>
  ) : (
    <Button variant="secondary" className="max-sm:px-3" popoverTarget={id}>
      {label}
    </Button>
  )
}

const ITEM =
  'flex min-h-target w-full items-center gap-3 rounded-lg px-3 py-2 text-left font-semibold hover:bg-hover disabled:text-ink-faint'

/** Leads to a page of the site, in a tab of its own: the page below stays connected. */
export function MenuLink({ icon, children, ...rest }: ComponentProps<'a'> & { icon: ReactNode }) {
  return (
    <a {...rest} target="_blank" rel="noopener" className={ITEM}>
      {icon}
      <span>{children}</span>
    </a>
  )
}

export interface MenuItemProps extends ComponentProps<'button'> {
  icon: ReactNode
  /** A sentence that says what the item does. */
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
        className={ITEM}
      >
        {icon}
        <span>{children}</span>
      </button>
      {detail && (
        <p id={detailId} className="px-3 pb-2 pl-12 text-ink-soft text-xs">
          {detail}
        </p>
      )}
    </div>
  )
}
