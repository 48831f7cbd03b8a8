import { ArrowLeft } from 'lucide'
import { useRef } from 'react'
import { PAGES } from '#contract/paths.ts'
import { entryTexts } from '#contract/texts/entry.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { Layout } from '#web/features/brand/layout.tsx'
import { Logo } from '#web/features/brand/logo.tsx'
import { pageData } from '#web/page-data.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { BarIdForm } from './bar-id-form.tsx'
import { ScanButton } from './scan-button.tsx'

export function BarAccessPage() {
  const { productName } = pageData()
  const barIdInput = useRef<HTMLInputElement>(null)
  useDocumentTitle(pageTitle(productName, entryTexts.accessBar))
  return (
    <Layout className="justify-center gap-6">
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-2 text-center">
        <h1 className="w-full max-w-62">
          <Logo name={productName} className="w-full" />
        </h1>
        <p className="text-ink-soft text-lg">{entryTexts.barAccessSubtitle}</p>
      </div>
      <Card className="grid gap-5">
        <ScanButton onTypeInstead={() => barIdInput.current?.focus()} />
        <p className="flex items-center gap-3 text-ink-soft text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {entryTexts.or}
        </p>
        <BarIdForm input={barIdInput} />
      </Card>
      <ButtonLink
        to={PAGES.landing}
        variant="quiet"
        className="self-center"
        icon={<Icon of={ArrowLeft} className="size-5" />}
      >
        {sharedTexts.backToHome}
      </ButtonLink>
    </Layout>
  )
}
