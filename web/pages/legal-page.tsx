import { ArrowLeft } from 'lucide'
import { useLocation, useNavigate } from 'react-router'
import { PAGES } from '#contract/paths.ts'
import type { LegalPage as LegalTexts } from '#contract/texts/legal.ts'
import { legalTexts, PRIVACY, TERMS } from '#contract/texts/legal.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { Layout } from '#web/features/brand/layout.tsx'
import { pageData } from '#web/page-data.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'

export function TermsPage() {
  return <LegalPage page={TERMS} />
}

export function PrivacyPage() {
  return <LegalPage page={PRIVACY} />
}

function LegalPage({ page }: { page: LegalTexts }) {
  useDocumentTitle(pageTitle(pageData().productName, page.title))
  return (
    <Layout hasLanguages width="wide" className="gap-5">
      <div className="grid justify-items-start gap-2">
        <BackButton />
        <h1 className="font-display font-semibold text-2xl">{page.title}</h1>
        <p className="text-ink-soft text-lg">{page.intro}</p>
      </div>
      <Card className="grid gap-7">
        {page.sections.map(({ title, lines }) => (
          <section key={title} className="grid gap-2">
            <h2 className="font-semibold text-lg">{title}</h2>
            <ul className="grid list-disc gap-2 pl-5 text-ink-soft marker:text-accent">
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </section>
        ))}
      </Card>
      <div className="self-center">
        <BackButton />
      </div>
    </Layout>
  )
}

/** To the previous page, where typed text survives; otherwise to the start. */
function BackButton() {
  const navigate = useNavigate()
  const icon = <Icon of={ArrowLeft} className="size-5" />
  const className = '-ml-4'
  if (useLocation().key === 'default') {
    return (
      <ButtonLink to={PAGES.landing} variant="quiet" className={className} icon={icon}>
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
