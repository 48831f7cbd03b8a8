import Lock from 'lucide:lock'
import { useLocation } from 'react-router'
import * as v from 'valibot'
import { PAGES } from '#contract/pages.ts'
import { entryTexts } from '#contract/texts/entry.ts'
import { LANGUAGE } from '#contract/texts/language.ts'
import { erasedReceipt } from '#contract/texts/receipt.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { Layout } from '#web/features/brand/layout.tsx'
import { Logo } from '#web/features/brand/logo.tsx'
import { ToastingGlasses } from '#web/features/brand/toasting-glasses.tsx'
import { pageData } from '#web/page-data.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'

export function LandingPage() {
  const { productName } = pageData()
  const receipt = useReceipt()
  useDocumentTitle(pageTitle(productName))
  return (
    <Layout
      hasLanguages
      width="wide"
      className="items-center justify-center gap-6 text-center md:grid md:max-w-[60rem] md:grid-cols-2 md:gap-16 md:text-left"
    >
      <ToastingGlasses className="w-60 md:order-2 md:w-full" />
      <div className="grid w-full max-w-narrow grid-cols-[minmax(0,1fr)] gap-8">
        <div className="grid justify-items-center gap-4 md:justify-items-start">
          <h1 className="w-full max-w-84 md:max-w-none">
            <Logo name={productName} className="w-full" />
          </h1>
          <p className="text-balance text-ink-soft text-lg">{sharedTexts.tagline}</p>
        </div>
        {receipt && (
          <div
            role="status"
            className="rounded-lg border border-glass bg-glass-wash px-4 py-3 text-left text-sm"
          >
            <p className="font-semibold">{entryTexts.erased}</p>
            <p>{receipt}</p>
          </div>
        )}
        <div className="grid gap-3">
          <ButtonLink to={PAGES.barAccess} size="lg" block>
            {entryTexts.accessBar}
          </ButtonLink>
          <ButtonLink
            to={PAGES.adminLogin}
            variant="quiet"
            block
            reloads={LANGUAGE !== 'pt-BR'}
            icon={<Icon of={Lock} className="size-4.5" />}
          >
            {entryTexts.administrativeAccess}
          </ButtonLink>
        </div>
        <p className="flex flex-wrap justify-center gap-x-6 text-sm md:justify-start">
          <Link to={PAGES.terms} className={SMALL_LINK}>
            {sharedTexts.terms}
          </Link>
          <Link to={PAGES.privacy} className={SMALL_LINK}>
            {sharedTexts.privacy}
          </Link>
          <Link to={PAGES.safety} className={SMALL_LINK}>
            {sharedTexts.safety}
          </Link>
          <Link to={PAGES.forBars} reloads={LANGUAGE !== 'pt-BR'} className={SMALL_LINK}>
            {entryTexts.forBars}
          </Link>
        </p>
      </div>
    </Layout>
  )
}

const SMALL_LINK = 'rounded-sm py-2 text-ink-soft underline underline-offset-3'

const arrivalSchema = v.object({
  erased: v.object({ profiles: v.number(), photos: v.number(), messages: v.number() }),
})

function useReceipt(): string | null {
  const arrival = v.safeParse(arrivalSchema, useLocation().state)
  return arrival.success ? erasedReceipt(arrival.output.erased) : null
}
