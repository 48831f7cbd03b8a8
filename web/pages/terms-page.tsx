import { TERMS } from '#contract/texts/legal.ts'
import { LegalPage } from './legal-page.tsx'

export function TermsPage() {
  return <LegalPage page={TERMS} />
}
