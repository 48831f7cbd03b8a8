import ArrowLeft from 'lucide:arrow-left'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { PAGES } from '#contract/pages.ts'
import { THIRD_PARTY } from '#contract/paths.ts'
import { legalTexts } from '#contract/texts/legal.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { siteTexts } from '#contract/texts/site.ts'
import { Layout } from '#web/features/brand/layout.tsx'
import { pageData } from '#web/page-data.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { LinkProps } from '#web/ui/link.tsx'
import { Link } from '#web/ui/link.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'

interface LegalFrameProps {
  title: string
  intro: string
  date?: string
  children: ReactNode
}

/** A page of plain words, with the way back and to the others of its kind. */
export function LegalFrame({ title, intro, date, children }: LegalFrameProps) {
  useDocumentTitle(pageTitle(pageData().productName, title))
  const { pathname } = useLocation()
  return (
    <Layout hasLanguages width="wide" className="gap-5">
      <div className="grid justify-items-start gap-2">
        <BackButton />
        <h1 className="font-display font-semibold text-2xl">{title}</h1>
        <p className="text-ink-soft text-lg">{intro}</p>
        {date && <p className="text-ink-faint text-sm">{date}</p>}
      </div>
      {children}
      <nav aria-label={legalTexts.pages} className="flex flex-wrap justify-center gap-x-6 text-sm">
        {OTHERS.filter(([path]) => path !== pathname).map(([path, name]) => (
          <Link key={path} to={path} className={SMALL_LINK}>
            {name}
          </Link>
        ))}
        <a href={THIRD_PARTY} className={SMALL_LINK}>
          {legalTexts.thirdParty}
        </a>
      </nav>
      <div className="self-center">
        <BackButton />
      </div>
    </Layout>
  )
}

export const SMALL_LINK = 'rounded-sm py-2 text-ink-soft underline underline-offset-3'

const OTHERS = [
  [PAGES.safety, sharedTexts.safety],
  [PAGES.terms, siteTexts.terms],
  [PAGES.privacy, siteTexts.privacy],
  [PAGES.accessibility, legalTexts.accessibility],
] as const

/** Leads to the previous page, where typed text survives; otherwise to the start. */
export function BackButton({ reloads = false }: Pick<LinkProps, 'reloads'>) {
  const navigate = useNavigate()
  const icon = <Icon of={ArrowLeft} className="size-5" />
  const className = '-ml-4'
  if (useLocation().key === 'default') {
    return (
      <ButtonLink
        to={PAGES.landing}
        variant="quiet"
        reloads={reloads}
        className={className}
        icon={icon}
      >
        {sharedTexts.backToHome}
      </ButtonLink>
    )
  }
  return (
    <Button variant="quiet" className={className} icon={icon} onClick={() => navigate(-1)}>
      {legalTexts.back}
    </Button>
  )
}

export function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="grid list-disc gap-2 pl-5 text-ink-soft marker:text-accent">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

/** An email address or the https address of a page. */
export function toContactHref(contact: string): string {
  return contact.includes(':') ? contact : `mailto:${contact}`
}
