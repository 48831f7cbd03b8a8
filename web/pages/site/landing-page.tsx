import Lock from 'lucide:lock'
import { useLocation } from 'react-router'
import * as v from 'valibot'
import { address } from '#contract/address.ts'
import { PAGES } from '#contract/pages.ts'
import { continueIn, entryTexts } from '#contract/texts/entry.ts'
import { LANGUAGE } from '#contract/texts/language.ts'
import { erasedReceipt } from '#contract/texts/receipt.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { siteTexts } from '#contract/texts/site.ts'
import { Layout } from '#web/features/brand/layout.tsx'
import { Logo } from '#web/features/brand/logo.tsx'
import { ToastingGlasses } from '#web/features/brand/toasting-glasses.tsx'
import { pageData } from '#web/page-data.ts'
import { toList } from '#web/pages/own-list.ts'
import { useStored } from '#web/session/stored-item.ts'
import { ownIdItem, ownProfileItem, visitSecretItem } from '#web/session/visit-items.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'

export function LandingPage() {
  const { productName } = pageData()
  const left = useLeft()
  const receipt = left?.erased && erasedReceipt(left.erased)
  const inside = useInside()
  useDocumentTitle(pageTitle(productName))
  return (
    <Layout
      hasLanguages
      width="wide"
      className="items-center justify-center gap-6 text-center md:grid md:max-w-[60rem] md:grid-cols-2 md:gap-16 md:text-left"
    >
      {/* On a small screen the way back is in sight. */}
      <ToastingGlasses className={`${left ? 'w-36' : 'w-60'} md:order-2 md:w-full`} />
      <div className="grid w-full max-w-narrow grid-cols-[minmax(0,1fr)] gap-8">
        <div className="grid justify-items-center gap-4 md:justify-items-start">
          <h1 className="w-full max-w-84 md:max-w-none">
            <Logo name={productName} className="w-full" />
          </h1>
          <p className={`text-balance text-ink-soft text-lg ${left ? 'max-sm:hidden' : ''}`}>
            {siteTexts.tagline}
          </p>
        </div>
        {left && (
          <div className="grid gap-3 rounded-lg border border-glass bg-glass-wash px-4 py-3 text-left text-sm">
            <div role="status">
              <p className="font-semibold text-base">{entryTexts.erased}</p>
              <p>{entryTexts.thanks}</p>
              {receipt && <p>{receipt}</p>}
            </div>
            <ButtonLink to={address(PAGES.bar, { barId: left.barId })} size="lg" block>
              {entryTexts.backToBar}
            </ButtonLink>
          </div>
        )}
        <div className="grid gap-3">
          {inside && (
            <ButtonLink to={inside.path} size="lg" block>
              <span dir="auto">{continueIn(inside.barName, inside.name)}</span>
            </ButtonLink>
          )}
          <ButtonLink
            to={PAGES.barAccess}
            size="lg"
            block
            variant={inside || left ? 'secondary' : 'primary'}
          >
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
            {siteTexts.terms}
          </Link>
          <Link to={PAGES.privacy} className={SMALL_LINK}>
            {siteTexts.privacy}
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

const leftSchema = v.object({
  barId: v.string(),
  erased: v.optional(v.object({ profiles: v.number(), photos: v.number(), messages: v.number() })),
})

/** The visit that has just ended. */
function useLeft() {
  const left = v.safeParse(leftSchema, useLocation().state)
  return left.success ? left.output : null
}

/** The visit of this tab. */
function useInside() {
  const visit = useStored(visitSecretItem)
  const profile = useStored(ownProfileItem)
  const ownId = useStored(ownIdItem)
  if (!visit || !profile || !ownId) return null
  const { barId, barName } = visit
  return {
    barName,
    name: profile.name,
    path: toList(barId),
  }
}
