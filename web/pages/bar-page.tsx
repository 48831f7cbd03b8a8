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

  return (
    <Street className="gap-6">
      <div className="grid gap-1 pt-8 text-center">
        {bar && <p className="text-ink-soft">{entryTexts.welcome}</p>}
        <h1
          className={`font-display font-semibold ${isLongName(heading) ? 'text-2xl' : 'text-3xl'}`}
        >
          {heading}
        </h1>
        {bar?.city && <p className="text-ink-soft">{bar.city}</p>}
      </div>
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
      {bar && <BarAbout bar={bar} />}
      {bar && isHydrated && <BarPhotos bar={bar} />}
    </Street>
  )
}

function toHeading(status: BarState['status']): string {
  if (status === 'unknown') return entryTexts.barNotFound
  return status === 'failed' ? entryTexts.barUnreachable : sharedTexts.loading
}
