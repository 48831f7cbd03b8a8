import { useState } from 'react'
import { PAGES, toPage } from '#contract/paths.ts'
import type { Entered } from '#contract/person.ts'
import { entryTexts } from '#contract/texts/entry.ts'
import { profileTexts, tableLabel } from '#contract/texts/profile.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { leaveEventually } from '#web/api/visit.ts'
import { Street } from '#web/features/brand/street.tsx'
import { ProfileForm } from '#web/features/profile/profile-form.tsx'
import { pageData } from '#web/page-data.ts'
import { keepVisit, patronSecretItem } from '#web/session/patron-session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useBarVisit } from './bar-visit.ts'
import { OtherBarDialog } from './other-bar-dialog.tsx'

/** The table page before there is a profile. */
export function ProfilePart({ table }: { table: string }) {
  const { barId, bar, hasExpired } = useBarVisit()
  const barName = bar.bar?.name ?? null
  useDocumentTitle(pageTitle(pageData().productName, barName ?? undefined))
  const [answerOtherBar, setAnswerOtherBar] = useState<((enter: boolean) => void) | null>(null)

  /** A visit in another bar ends when this one begins, and never by a stray scan. */
  async function mayEnter(): Promise<boolean> {
    if (patronSecretItem.read() === null) return true
    const answer = await new Promise<boolean>((resolve) => setAnswerOtherBar(() => resolve))
    setAnswerOtherBar(null)
    return answer
  }

  function keep({ person, secret }: Entered): void {
    const other = patronSecretItem.read()
    if (other && other.barId !== barId) void leaveEventually(other.barId, other.secret)
    const { id, name, phone, photo, interest, table: tableNumber } = person
    const place = { barId, barName: barName ?? '', tableNumber }
    keepVisit(place, secret, id, { name, phone, photo, interest })
  }

  return (
    <Street className="gap-6">
      <div className="grid gap-1 text-center">
        <h1 dir="auto" className="line-clamp-3 font-display font-semibold text-2xl">
          {barName ?? (bar.status === 'loading' ? sharedTexts.loading : entryTexts.barNotFound)}
        </h1>
        <p dir="auto" className="text-ink-soft text-lg">
          {tableLabel(table)}
        </p>
      </div>
      {hasExpired && (
        <Banner live title={profileTexts.visitEnded}>
          {profileTexts.visitEndedHint}
        </Banner>
      )}
      {bar.bar && (
        <Card as="section" aria-label={profileTexts.title}>
          <ProfileForm barId={barId} table={table} mayEnter={mayEnter} onEntered={keep} />
        </Card>
      )}
      {bar.status === 'failed' && (
        <Button size="lg" block onClick={bar.retry}>
          {entryTexts.checkAgain}
        </Button>
      )}
      {bar.status === 'unknown' && (
        <ButtonLink to={PAGES.barAccess} variant="secondary" size="lg" block>
          {entryTexts.tryAnotherBar}
        </ButtonLink>
      )}
      {bar.bar && (
        <ButtonLink to={toPage.bar(barId)} variant="quiet" className="self-center">
          {profileTexts.otherTable}
        </ButtonLink>
      )}
      {answerOtherBar && <OtherBarDialog onAnswer={answerOtherBar} />}
    </Street>
  )
}
