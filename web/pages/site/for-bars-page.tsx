import ChartColumn from 'lucide:chart-column'
import KeyRound from 'lucide:key-round'
import LayoutDashboard from 'lucide:layout-dashboard'
import LifeBuoy from 'lucide:life-buoy'
import MessageCircle from 'lucide:message-circle'
import QrCode from 'lucide:qr-code'
import Trash2 from 'lucide:trash'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { PAGES } from '#contract/pages.ts'
import { BRINGS, COSTS, FAIR, forBarsLead, forBarsTexts, STEPS } from '#contract/texts/for-bars.ts'
import { pageTitle } from '#contract/texts/shared.ts'
import { Layout } from '#web/features/brand/layout.tsx'
import { ToastingGlasses } from '#web/features/brand/toasting-glasses.tsx'
import { pageData } from '#web/page-data.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { BackButton, Lines, toContactHref } from './legal-frame.tsx'

export function ForBarsPage() {
  const { productName, operator } = pageData()
  const beginId = useId()
  useDocumentTitle(pageTitle(productName, forBarsTexts.subject))
  return (
    <Layout width="wide" className="gap-6 md:max-w-[60rem]">
      <div>
        <BackButton reloads />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-center gap-6 md:grid-cols-2 md:gap-16">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <h1 className="painted text-balance font-display font-semibold text-2xl">
            {forBarsTexts.title}
          </h1>
          <p className="text-ink-soft text-lg">{forBarsLead(productName)}</p>
          <div className="grid gap-3">
            <a href={`#${beginId}`} className={buttonClass({ size: 'lg', block: true })}>
              {forBarsTexts.start}
            </a>
            <ButtonLink to={PAGES.barAccess} variant="secondary" size="lg" block reloads>
              {forBarsTexts.tryIt}
            </ButtonLink>
          </div>
        </div>
        <ToastingGlasses className="w-60 justify-self-center md:w-full" />
      </div>
      <Section title={forBarsTexts.brings}>
        <ul className="grid gap-3 md:grid-cols-2">
          {FEATURES.map(([icon, { title, text }]) => (
            <li key={title} className="flex gap-3.5 rounded-xl border border-line bg-raised p-5">
              <Icon of={icon} className="size-6 shrink-0 text-link" />
              <div className="grid content-start gap-1">
                <h3 className="font-semibold">{title}</h3>
                <p className="text-ink-soft">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </Section>
      <div className="grid gap-x-3 gap-y-5 md:grid-cols-2">
        <Section title={forBarsTexts.costs}>
          <Card>
            <Lines lines={COSTS} />
          </Card>
        </Section>
        <Section title={forBarsTexts.fair}>
          <Card>
            <Lines lines={FAIR} />
          </Card>
        </Section>
      </div>
      <Section title={forBarsTexts.begin} id={beginId}>
        <Card className="grid gap-6">
          <ol className="grid gap-3">
            {STEPS.map((step, index) => (
              <li key={step} className="flex items-center gap-3.5">
                <span
                  aria-hidden="true"
                  className="grid size-9 shrink-0 place-items-center rounded-full bg-accent font-semibold text-on-accent tabular-nums"
                >
                  {index + 1}
                </span>
                <span>{step}</span>
              </li>
            ))}
          </ol>
          <div className="grid gap-2 border-line border-t pt-3">
            <p className="font-semibold">{forBarsTexts.contactTitle}</p>
            {operator?.contact ? (
              <a href={toContactHref(operator.contact)} className={buttonClass({ block: true })}>
                <Icon of={MessageCircle} />
                <span>{forBarsTexts.contact}</span>
              </a>
            ) : (
              <p className="text-ink-soft">{forBarsTexts.noContact}</p>
            )}
          </div>
        </Card>
      </Section>
    </Layout>
  )
}

const FEATURES = [
  [QrCode, BRINGS.tables],
  [LayoutDashboard, BRINGS.board],
  [LifeBuoy, BRINGS.help],
  [KeyRound, BRINGS.door],
  [ChartColumn, BRINGS.numbers],
  [Trash2, BRINGS.clean],
] as const

interface SectionProps {
  title: string
  id?: string
  children: ReactNode
}

function Section({ title, id, children }: SectionProps) {
  return (
    <section id={id} className="grid content-start gap-3">
      <h2 className="font-semibold text-lg">{title}</h2>
      {children}
    </section>
  )
}
