import { PAGES } from '#contract/paths.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { pageTitle } from '#contract/texts/shared.ts'
import { Street } from '#web/features/brand/street.tsx'
import { pageData } from '#web/page-data.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'

/** Stands in the place of what the administrators will have. */
export function ComingSoon() {
  useDocumentTitle(pageTitle(pageData().productName, adminTexts.comingSoon))
  return (
    <Street className="items-center justify-center gap-4 text-center">
      <h1 className="font-display font-semibold text-3xl">{adminTexts.comingSoon}</h1>
      <p className="text-ink-soft text-lg">{adminTexts.comingSoonDetail}</p>
      <ButtonLink to={PAGES.landing} variant="secondary" className="mt-4">
        {adminTexts.backToHome}
      </ButtonLink>
    </Street>
  )
}
