import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { PAGES } from '#contract/paths.ts'
import { entryTexts } from '#contract/texts/entry.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { tellRefusal } from './bar-refusals.ts'
import { ScanButton } from './scan-button.tsx'
import type { BarState } from './use-bar.ts'

export function useLookupToast(status: BarState['status']): void {
  useEffect(() => {
    if (status === 'unknown' || status === 'failed') tellRefusal(status)
  }, [status])
}

export function LookupWaysOn({ status, retry }: { status: BarState['status']; retry: () => void }) {
  const navigate = useNavigate()
  if (status !== 'unknown' && status !== 'failed') return null
  return (
    <div className="grid gap-4">
      {status === 'failed' ? (
        <Button size="lg" block onClick={retry}>
          {entryTexts.checkAgain}
        </Button>
      ) : (
        <>
          <ScanButton onTypeInstead={() => navigate(PAGES.barAccess)} />
          <ButtonLink to={PAGES.barAccess} variant="secondary" size="lg" block>
            {entryTexts.tryAnotherBar}
          </ButtonLink>
        </>
      )}
      <ButtonLink to={PAGES.landing} variant="quiet" className="justify-self-center">
        {sharedTexts.backToHome}
      </ButtonLink>
    </div>
  )
}
