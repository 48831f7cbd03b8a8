import { PRIVACY } from '#contract/texts/legal.ts'
import { LegalPage } from './legal-page.tsx'

export function PrivacyPage() {
  return <LegalPage page={PRIVACY} />
}
