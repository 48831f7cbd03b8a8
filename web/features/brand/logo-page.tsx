import ArrowLeft from 'lucide:arrow-left'
import type { ReactNode } from 'react'
import { PAGES } from '#contract/pages.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Layout } from './layout.tsx'
import { Logo } from './logo.tsx'

export interface LogoPageProps {
  productName: string
  subtitle: string
  children: ReactNode
  hasLanguages?: boolean
}

/** A small page under the logo, with a way back to the start. */
export function LogoPage({ productName, subtitle, children, hasLanguages }: LogoPageProps) {
  return (
    <Layout hasLanguages={hasLanguages ?? false} className="justify-center gap-6">
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-2 text-center">
        <h1 className="w-full max-w-62">
          <Logo name={productName} className="w-full" />
        </h1>
        <p className="text-ink-soft text-lg">{subtitle}</p>
      </div>
      {children}
      <ButtonLink
        to={PAGES.landing}
        variant="quiet"
        reloads={!hasLanguages}
        className="self-center"
        icon={<Icon of={ArrowLeft} className="size-5" />}
      >
        {sharedTexts.backToHome}
      </ButtonLink>
    </Layout>
  )
}
