import { PAGES } from '#contract/paths.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import { Link } from '#web/ui/link.tsx'

/** Placed above the button whose press means consent. */
export function Consent() {
  const [before, between, after] = profileTexts.consent
  const className = 'rounded-sm text-link underline underline-offset-3'
  return (
    <p className="text-ink-soft text-sm">
      {before}
      <Link to={PAGES.terms} className={className}>
        {profileTexts.consentTerms}
      </Link>
      {between}
      <Link to={PAGES.privacy} className={className}>
        {profileTexts.consentPrivacy}
      </Link>
      {after}
    </p>
  )
}
