import WifiOff from 'lucide:wifi-off'
import { noPageTexts } from '#contract/texts/no-page.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { Layout } from '#web/features/brand/layout.tsx'
import { Logo } from '#web/features/brand/logo.tsx'
import { pageData } from '#web/page-data.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

export function OfflineNotice() {
  return (
    <Layout className="items-center justify-center gap-6 text-center">
      <Logo name={pageData().productName} className="w-full max-w-62" />
      <div className="grid justify-items-center gap-3">
        <Icon of={WifiOff} className="size-10 text-link" />
        <h1 className="font-display font-semibold text-2xl">{sharedTexts.offlineTitle}</h1>
        <p className="text-ink-soft text-lg">{noPageTexts.offlineText}</p>
      </div>
      {/* biome-ignore lint/a11y/useValidAnchor: the empty URL reloads the page that failed */}
      <a href="" className={buttonClass({ size: 'lg', block: true })}>
        {noPageTexts.offlineRetry}
      </a>
    </Layout>
  )
}
