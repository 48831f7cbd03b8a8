import { useEffect } from 'react'
import { useParams } from 'react-router'
import { PAGES } from '#contract/paths.ts'
import { isLongName } from '#contract/shells.ts'
import { entryTexts } from '#contract/texts/entry.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { Street } from '#web/features/brand/street.tsx'
import { pageData } from '#web/page-data.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { BarAbout, BarPhotos } from './bar-portrait.tsx'
import { TableForm } from './table-form.tsx'
import type { BarState } from './use-bar.ts'
import { useBar } from './use-bar.ts'

export function BarPage() {
  const { barId = '' } = useParams()
  const { bar, status, retry } = useBar(barId)
  useDocumentTitle(pageTitle(pageData().productName, bar?.name))
  // How many photos a bar has the build, which drew the rest of this page, cannot know.
  const isHydrated = useIsHydrated()
  const heading = bar?.name ?? toHeading(status)
  useEffect(() => {
    if (status === 'failed') {
      const description = entryTexts.barCheckFailed
      showToast({ title: sharedTexts.error, description, tone: 'destructive' })
    }
  }, [status])

  const isPortrayed = Boolean(bar?.logoUrl || bar?.description)
  return (
    <Street className={`gap-6 sm:pt-[10dvh] ${isPortrayed ? BESIDE : ''}`}>
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
        <Card>
          <TableForm bar={bar?.paused ? null : bar} />
        </Card>
        {bar?.paused && (
          <Button variant="secondary" size="lg" block onClick={() => location.reload()}>
            {entryTexts.checkAgain}
          </Button>
        )}
        {status === 'failed' && (
          <Button variant="secondary" size="lg" block onClick={retry}>
            {entryTexts.checkAgain}
          </Button>
        )}
        {status === 'unknown' && (
          <ButtonLink to={PAGES.barAccess} variant="secondary" size="lg" block>
            {entryTexts.tryAnotherBar}
          </ButtonLink>
        )}
      </div>
      {bar && (
        <div className="grid content-start gap-6">
          <BarAbout bar={bar} />
          {isHydrated && <BarPhotos bar={bar} />}
        </div>
      )}
    </Street>
  )
}

/** On a desk: who invites on the left, the form on the right. */
const BESIDE =
  'lg:grid lg:max-w-[62rem] lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:content-start lg:gap-x-16 lg:[&>:nth-child(2)]:col-start-2 lg:[&>:nth-child(2)]:row-span-2 lg:[&>:nth-child(2)]:row-start-1 lg:[&>:nth-child(2)]:pt-8'

function toHeading(status: BarState['status']): string {
  if (status === 'unknown') return entryTexts.barNotFound
  return status === 'failed' ? entryTexts.barUnreachable : sharedTexts.loading
}
