import { PAGES } from '#contract/pages.ts'
import { noPageTexts } from '#contract/texts/no-page.ts'
import { pageTitle } from '#contract/texts/shared.ts'
import { Layout } from '#web/features/brand/layout.tsx'
import { pageData } from '#web/page-data.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'

export function NotFoundPage() {
  useDocumentTitle(pageTitle(pageData().productName, noPageTexts.notFoundTitle))
  return (
    <Layout hasLanguages className="items-center justify-center gap-3 text-center">
      <h1 className="font-display text-[5.5rem] text-link leading-none">
        {noPageTexts.notFoundTitle}
      </h1>
      <p lang="en" className="text-ink-soft text-lg">
        {noPageTexts.notFoundText}
      </p>
      <ButtonLink lang="en" to={PAGES.landing} variant="secondary" className="mt-4">
        {noPageTexts.notFoundLink}
      </ButtonLink>
    </Layout>
  )
}
