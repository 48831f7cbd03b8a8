import type { ReactNode, RefObject } from 'react'
import { useLayoutEffect, useRef } from 'react'

export interface AppBarProps {
  title: ReactNode
  subtitle?: ReactNode
  start?: ReactNode
  end?: ReactNode
  /** A line that stays with the bar. */
  below?: ReactNode
  wraps?: boolean
  width?: keyof typeof WIDTHS
  /** Longer toasts are cut, so that they cover the bar and no button below it. */
  cutsToasts?: boolean
}

const WIDTHS = { wide: 'max-w-wide', broad: 'max-w-broad', full: 'max-w-full-page' }

/** Sticky. Hidden where a keyboard leaves almost no height. */
export function AppBar(props: AppBarProps) {
  const { title, subtitle, start, end, below, wraps = false, width = 'wide' } = props
  const { cutsToasts = false } = props
  const heading = useToastPlace(!wraps, cutsToasts)
  return (
    <header
      data-app-bar={wraps ? 'two rows' : ''}
      className="sticky top-0 z-10 border-line border-b bg-raised pt-[env(safe-area-inset-top)] [@media(max-height:14rem)]:hidden"
    >
      <div
        className={`mx-auto flex min-h-bar flex-wrap items-center gap-x-3 px-3 py-1.5 max-[22rem]:gap-x-2 ${WIDTHS[width]} ${width === 'wide' ? '' : 'sm:px-5'}`}
      >
        {start}
        {/* At twice the text size the title gets its own line. */}
        <div
          ref={heading}
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

/** A narrower title has no room for a toast. */
const TOAST_PX_MIN = 240
const TOAST_PX_MAX = 416
/** A title this high is in large text, of which nothing is cut. */
const LARGE_TEXT_PX = 72

/**
 * Toasts lie over the title, which nobody presses, or below a bar of two rows or with a narrow title. Of two
 * bars beside each other they lie over the first: the second names what one looks at.
 */
function useToastPlace(mayCover: boolean, cutsToasts: boolean): RefObject<HTMLDivElement | null> {
  const heading = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const place = (box?: DOMRect) => {
      if (!heading.current?.closest('aside') && document.querySelector('aside [data-app-bar]'))
        return
      const { style, dataset } = document.documentElement
      const isWide = mayCover && box && box.width >= TOAST_PX_MIN
      if (box && cutsToasts && box.height < LARGE_TEXT_PX) dataset.toasts = 'cut'
      else delete dataset.toasts
      // Over the whole title, or clear of it.
      const fullPx = box && box.width < 2 * TOAST_PX_MAX ? box.width : TOAST_PX_MAX
      const widthPx = isWide ? fullPx : 0
      // A narrow bar may have grown by a line.
      const belowPx = box ? (heading.current?.parentElement?.offsetHeight ?? 0) + 6 : 0
      const below = belowPx > 0 ? `${belowPx}px` : ''
      style.setProperty('--toast-top', isWide ? '0.25rem' : below)
      style.setProperty('--toast-left', isWide ? `${box.right - widthPx}px` : '')
      style.setProperty('--toast-width', isWide ? `${widthPx}px` : '')
    }
    const observer = new ResizeObserver(() => place(heading.current?.getBoundingClientRect()))
    if (heading.current) observer.observe(heading.current)
    return () => {
      observer.disconnect()
      place()
    }
  }, [mayCover, cutsToasts])
  return heading
}
