import Lock from 'lucide-react/icons/lock'
import { PAGES } from '#contract/paths.ts'
import { entryTexts } from '#contract/texts/entry.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { NameMark } from '#web/features/brand/name-mark.tsx'
import { Street } from '#web/features/brand/street.tsx'
import { ToastingGlasses } from '#web/features/brand/toasting-glasses.tsx'
import { pageData } from '#web/page-data.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'

export function LandingPage() {
  const { productName } = pageData()
  useDocumentTitle(pageTitle(productName))
  return (
    <Street
      width="wide"
      className="items-center justify-center gap-6 text-center md:grid md:max-w-[60rem] md:grid-cols-2 md:gap-16 md:text-left"
    >
      <ToastingGlasses className="w-60 md:order-2 md:w-full" />
      <div className="grid w-full max-w-narrow gap-8">
        <div className="grid justify-items-center gap-4 md:justify-items-start">
          <h1 className="w-full max-w-84 md:max-w-none">
            <NameMark name={productName} className="w-full" />
          </h1>
          <p className="text-balance text-ink-soft text-lg">{sharedTexts.tagline}</p>
        </div>
        <div className="grid gap-3">
          <ButtonLink to={PAGES.barAccess} size="lg" block>
            {entryTexts.accessBar}
          </ButtonLink>
          <ButtonLink
            to={PAGES.adminLogin}
            variant="quiet"
            block
            icon={<Lock aria-hidden="true" className="size-4.5" />}
          >
            {entryTexts.administrativeAccess}
          </ButtonLink>
        </div>
      </div>
    </Street>
  )
}
