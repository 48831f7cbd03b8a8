import type { ReactNode } from 'react'

export const CONTENT_ID = 'content'

const WIDTHS = {
  narrow: 'max-w-narrow',
  wide: 'max-w-wide',
  broad: 'max-w-broad',
  full: 'max-w-full-page',
}

export interface PageProps {
  children: ReactNode
  header?: ReactNode
  width?: keyof typeof WIDTHS
  /** Exactly as high as the screen; the content scrolls inside. */
  fill?: boolean
  /** False beside another page, whose content is the main one. */
  isMain?: boolean
  className?: string
  footer?: ReactNode
}

export function Page({
  children,
  header,
  width = 'narrow',
  fill = false,
  isMain = true,
  className = '',
  footer,
}: PageProps) {
  const Main = isMain ? 'main' : 'div'
  return (
    <div
      className={`lamplight flex flex-col ${fill ? 'h-dvh overflow-hidden' : 'min-h-dvh'} pr-[env(safe-area-inset-right)] pl-[env(safe-area-inset-left)]`}
    >
      {header}
      <Main
        id={isMain ? CONTENT_ID : undefined}
        tabIndex={-1}
        className={`mx-auto flex w-full flex-1 flex-col px-5 pt-6 pb-[calc(1.5rem+env(safe-area-inset-bottom))] ${fill ? 'min-h-0' : ''} ${WIDTHS[width]} ${className}`}
      >
        {children}
      </Main>
      {footer && <footer>{footer}</footer>}
    </div>
  )
}
