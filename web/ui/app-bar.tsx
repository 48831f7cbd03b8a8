import type { ReactNode } from 'react'

export interface AppBarProps {
  /** The page's heading. */
  title: ReactNode
  subtitle?: ReactNode
  start?: ReactNode
  end?: ReactNode
  /** That of the page below. */
  width?: keyof typeof WIDTHS
}

const WIDTHS = { wide: 'max-w-wide', broad: 'max-w-broad', full: 'max-w-full-page' }

/** Stays at the top while the page scrolls; toasts keep below it. */
export function AppBar({ title, subtitle, start, end, width = 'wide' }: AppBarProps) {
  return (
    <header
      data-app-bar=""
      className="sticky top-0 z-10 border-line border-b bg-raised pt-[env(safe-area-inset-top)]"
    >
      <div
        className={`mx-auto flex min-h-bar flex-wrap items-center gap-x-3 px-3 py-2 ${WIDTHS[width]} ${width === 'wide' ? '' : 'sm:px-5'}`}
      >
        {start}
        {/* With text at twice its size the title has a line of its own. */}
        <div className="min-w-0 flex-1 basis-34">
          <h1 className="truncate font-semibold text-lg">{title}</h1>
          {subtitle && <p className="truncate text-ink-soft text-sm">{subtitle}</p>}
        </div>
        {end}
      </div>
    </header>
  )
}
