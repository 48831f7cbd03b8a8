import { useParams } from 'react-router'
import { isLongName } from '#contract/shells.ts'
import { entryTexts } from '#contract/texts/entry.ts'
import { pageTitle } from '#contract/texts/shared.ts'
import { Layout } from '#web/features/brand/layout.tsx'
import { pageData } from '#web/page-data.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { LookupWaysOn, useLookupToast } from './bar-lookup.tsx'
import { BarAbout, BarPhotos } from './bar-portrait.tsx'
import { TableForm } from './table-form.tsx'
import { useBar } from './use-bar.ts'
import { toBarName } from './use-bar-name.ts'

export function BarPage() {
  const { barId = '' } = useParams()
  const lookup = useBar(barId)
  const { bar, status, retry } = lookup
  useDocumentTitle(pageTitle(pageData().productName, bar?.name))
  // The build prerenders this page without knowing how many photos the bar has.
  const isHydrated = useIsHydrated()
  const heading = toBarName(lookup)
  useLookupToast(status)
  const isPortrayed = Boolean(bar?.logoUrl || bar?.description)
  return (
    <Layout className={`gap-6 sm:pt-[10dvh] ${isPortrayed ? BESIDE : ''}`}>
      <div className="grid gap-1 pt-8 text-center">
        {bar && <p className="text-ink-soft">{entryTexts.welcome}</p>}
        <h1
          className={`font-display font-semibold ${isLongName(heading) ? 'text-2xl' : 'text-3xl'} ${bar ? 'painted' : ''}`}
        >
          {heading}
        </h1>
        {bar?.city && <p className="text-ink-soft">{bar.city}</p>}
      </div>
      <div className="grid content-start gap-6">
        {bar?.paused && <Banner live>{entryTexts.barPaused}</Banner>}
        {status !== 'unknown' && (
          // Hidden, not unmounted: typed text survives a failed attempt.
          <Card hidden={status === 'failed'}>
            <TableForm bar={bar?.paused ? null : bar} />
          </Card>
        )}
        {bar?.paused && (
          <Button variant="secondary" size="lg" block onClick={() => location.reload()}>
            {entryTexts.checkAgain}
          </Button>
        )}
        <LookupWaysOn status={status} retry={retry} />
      </div>
      {bar && (
        <div className="grid content-start gap-6">
          <BarAbout bar={bar} />
          {isHydrated && <BarPhotos bar={bar} />}
        </div>
      )}
    </Layout>
  )
}

const BESIDE =
  'lg:grid lg:max-w-[62rem] lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:content-start lg:gap-x-16 lg:[&>:nth-child(2)]:col-start-2 lg:[&>:nth-child(2)]:row-span-2 lg:[&>:nth-child(2)]:row-start-1 lg:[&>:nth-child(2)]:pt-8'
