import type { Operator } from '#contract/page-data.ts'
import type { LegalPage as LegalTexts } from '#contract/texts/legal.ts'
import {
  ACCESSIBILITY,
  CONTACT_LABELS,
  legalTexts,
  PRIVACY,
  responsibleLine,
  TERMS,
} from '#contract/texts/legal.ts'
import { pageData } from '#web/page-data.ts'
import { Card } from '#web/ui/card.tsx'
import { LegalFrame, Lines, toContactHref } from './legal-frame.tsx'

export function TermsPage() {
  return <LegalPage page={TERMS} contacts={['contact']} />
}

export function PrivacyPage() {
  return <LegalPage page={PRIVACY} contacts={['privacyContact', 'contact']} />
}

export function AccessibilityPage() {
  return <LegalPage page={ACCESSIBILITY} contacts={['contact']} />
}

type Contact = keyof typeof CONTACT_LABELS

function LegalPage({ page, contacts }: { page: LegalTexts; contacts: readonly Contact[] }) {
  return (
    <LegalFrame title={page.title} intro={page.intro} date={legalTexts.date}>
      <Card className="grid gap-7">
        <section className="grid gap-2">
          <h2 className="font-semibold text-lg">{legalTexts.responsible}</h2>
          <Responsible operator={pageData().operator} contacts={contacts} />
        </section>
        {page.sections.map(({ title, lines }) => (
          <section key={title} className="grid gap-2">
            <h2 className="font-semibold text-lg">{title}</h2>
            <Lines lines={lines} />
          </section>
        ))}
      </Card>
    </LegalFrame>
  )
}

interface ResponsibleProps {
  operator: Operator | undefined
  contacts: readonly Contact[]
}

/** Says so where nobody is named: nothing may look like a company that is not there. */
function Responsible({ operator, contacts }: ResponsibleProps) {
  if (!operator) {
    return (
      <p className="rounded-lg border border-danger bg-danger-wash px-4 py-3">
        {legalTexts.nobody}
      </p>
    )
  }
  const given = contacts.filter((contact) => operator[contact])
  return (
    <div className="grid gap-2 text-ink-soft">
      <p>{responsibleLine(operator)}</p>
      {given.map((contact) => (
        <p key={contact}>
          <span>{CONTACT_LABELS[contact]}</span>{' '}
          <a
            href={toContactHref(operator[contact])}
            className="rounded-sm py-2 underline underline-offset-3"
          >
            {operator[contact]}
          </a>
        </p>
      ))}
      {given.length === 0 && <p>{legalTexts.noContact}</p>}
    </div>
  )
}
