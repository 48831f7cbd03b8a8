import type { ReactNode } from 'react'
import type { PageProps } from '#web/ui/page.tsx'
import { Page } from '#web/ui/page.tsx'

/** The frame of every page before the bar: the awning above, the mosaic pavement below. */
export function Street({ children, ...page }: Omit<PageProps, 'header' | 'fill'>): ReactNode {
  return (
    <div className="relative isolate overflow-x-clip">
      <Page {...page} header={<Awning />}>
        {children}
      </Page>
      <div aria-hidden="true" className="pavement fixed inset-x-0 bottom-0 -z-10 h-28" />
    </div>
  )
}

function Awning() {
  return (
    <div aria-hidden="true">
      <div className="awning" />
      <div className="bulbs" />
    </div>
  )
}
