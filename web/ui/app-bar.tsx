import type { ReactNode } from 'react'

export interface AppBarProps {
  title: ReactNode
  subtitle?: ReactNode
  start?: ReactNode
  end?: ReactNode
  /** A line that stays with the bar. */
  below?: ReactNode
  wraps?: boolean
  width?: keyof typeof WIDTHS
  /** Places toasts above the foot of the page, or over a conversation's messages. Otherwise they lie below the bar. */
  toasts?: 'foot' | 'messages'
}

const WIDTHS = { wide: 'max-w-wide', broad: 'max-w-broad', full: 'max-w-full-page' }

/** Sticky. Hidden where a keyboard leaves almost no height. */
export function AppBar(props: AppBarProps) {
  const { title, subtitle, start, end, below, wraps = false, width = 'wide', toasts } = props
  return (
    <header
      data-app-bar={wraps ? 'two rows' : ''}
      data-toasts={toasts}
      ref={toasts === 'messages' ? measure : undefined}
      className="sticky top-0 z-10 border-line border-b bg-raised pt-[env(safe-area-inset-top)] [@media(max-height:14rem)]:hidden"
    >
      <div
        className={`mx-auto flex min-h-bar flex-wrap items-center gap-x-3 px-3 py-1.5 max-[22rem]:gap-x-2 ${WIDTHS[width]} ${width === 'wide' ? '' : 'sm:px-5'}`}
      >
        {start}
        {/* At twice the text size the title gets its own line. */}
        <div
          className={`min-w-0 flex-1 basis-34 max-[22rem]:basis-28 ${wraps ? 'sm:basis-42' : ''}`}
        >
          <h1 className="line-clamp-2 font-semibold text-lg max-[22rem]:text-base max-[22rem]:tracking-tight">
            {title}
          </h1>
          {subtitle && (
            <p dir="auto" className="truncate text-ink-soft text-sm">
              {subtitle}
            </p>
          )}
        </div>
        {wraps ? (
          <div className="flex flex-wrap items-center gap-2 max-sm:mt-1.5 max-sm:basis-full">
            {end}
          </div>
        ) : (
          end
        )}
      </div>
      {below && <div>{below}</div>}
    </header>
  )
}

/** Toasts lie below the whole bar, and a long name makes it higher. */
function measure(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    style.setProperty('--header', `${bar.offsetHeight}px`)
  })
  observer.observe(bar)
  return () => observer.disconnect()
}
