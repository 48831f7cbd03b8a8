import type { ReactNode } from 'react'
import type { PageProps } from '#web/ui/page.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pattern } from '#web/ui/pattern.tsx'
import { LanguageSwitch } from './language-switch.tsx'

interface LayoutProps extends Omit<PageProps, 'header' | 'fill' | 'footer'> {
  /** Set for patrons, whose pages can be read in other languages. */
  hasLanguages?: boolean
}

/** Frame of every page before the bar: awning above, pavement below. */
export function Layout({ hasLanguages = false, ...page }: LayoutProps): ReactNode {
  return (
    <div className="relative isolate overflow-x-clip">
      {/* As much room below the last line as the waves are high. */}
      <Page
        {...page}
        className={`${hasLanguages ? '' : 'pb-24!'} ${page.className}`}
        header={<Awning />}
        footer={
          hasLanguages && (
            <>
              <LanguageSwitch />
              <div className="h-24" />
            </>
          )
        }
      />
      <Pattern of="pavement" className="absolute inset-x-0 bottom-0 -z-10 h-24" />
    </div>
  )
}

function Awning() {
  return (
    // Above a picture that begins under it.
    <div aria-hidden="true" className="pointer-events-none relative z-1">
      <div className="awning" />
      {/* As high as the pattern's own tile: at large text a second row would cross the heading. */}
      <Pattern of="bulbs" className="-mt-3 -mb-10 h-[64px]" />
    </div>
  )
}
