import { useEffect, useReducer, useState } from 'react'
import { flushSync } from 'react-dom'
import { PAGES, toPage } from '#contract/paths.ts'
import type { Entered } from '#contract/person.ts'
import { entryTexts } from '#contract/texts/entry.ts'
import { tableLabel } from '#contract/texts/person.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { leaveEventually } from '#web/api/visit.ts'
import { Street } from '#web/features/brand/street.tsx'
import { KnownProfile } from '#web/features/profile/known-profile.tsx'
import { ProfileForm } from '#web/features/profile/profile-form.tsx'
import { pageData } from '#web/page-data.ts'
import { forgetDeviceKey, keepDeviceKey } from '#web/session/device-keys.ts'
import { patronSecretItem } from '#web/session/patron-session.ts'
import { keepVisit } from '#web/session/visit.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { focusHeading } from '#web/ui/focus-heading.ts'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useBarVisit } from './bar-visit.ts'
import { OtherBarDialog } from './other-bar-dialog.tsx'

const LOST = {
  expired: { title: profileTexts.visitEnded, hint: profileTexts.visitEndedHint },
  removed: { title: profileTexts.removed, hint: profileTexts.removedHint },
  closed: { title: profileTexts.barGone, hint: profileTexts.barGoneHint },
  takenBack: { title: profileTexts.takenBack, hint: profileTexts.takenBackHint },
}

/** The form and the list take each other's place under one address, where nobody else begins anew. */
function beginAnew(): void {
  scrollTo(0, 0)
  focusHeading()
}

/** The table page before there is a profile. */
export function ProfilePart({ table }: { table: string }) {
  const { barId, bar, lostBy } = useBarVisit()
  const barName = bar.bar?.name ?? null
  useDocumentTitle(pageTitle(pageData().productName, barName ?? undefined))
  useEffect(() => {
    if (lostBy) beginAnew()
  }, [lostBy])
  const [isKeptOut, keepOut] = useReducer(() => true, lostBy === 'removed')
  const [answerOtherBar, setAnswerOtherBar] = useState<((enter: boolean) => void) | null>(null)

  /** A visit in another bar ends when this one begins, and never by a stray scan. */
  async function mayEnter(): Promise<boolean> {
    if (patronSecretItem.read() === null) return true
    const answer = await new Promise<boolean>((resolve) => setAnswerOtherBar(() => resolve))
    setAnswerOtherBar(null)
    return answer
  }

  function keep({ person, secret, deviceKey }: Entered): void {
    const other = patronSecretItem.read()
    if (other && other.barId !== barId) {
      void leaveEventually(other.barId, other.secret)
      forgetDeviceKey(other.barId)
    }
    if (deviceKey !== null) keepDeviceKey(barId, deviceKey)
    flushSync(() => keepVisit({ barId, barName: barName ?? '' }, secret, person))
    beginAnew()
  }

  const told = isKeptOut ? 'removed' : lostBy
  const isOver = isKeptOut || lostBy === 'closed'
  const mayTry = bar.bar !== null && !isOver
  const isPaused = bar.bar?.paused === true && !isOver
  const entrance = { mayEnter, onEntered: keep, onRemoved: keepOut }
  return (
    <Street className="gap-6 md:max-w-wide">
      <div className="grid gap-1 text-center">
        <h1
          dir="auto"
          className={`line-clamp-3 font-display font-semibold text-2xl ${barName ? 'painted' : ''}`}
        >
          {barName ?? (bar.status === 'loading' ? sharedTexts.loading : entryTexts.barNotFound)}
        </h1>
        <p dir="auto" className="text-ink-soft text-lg">
          {tableLabel(table)}
        </p>
      </div>
      {told && (
        <Banner live title={LOST[told].title}>
          {LOST[told].hint}
        </Banner>
      )}
      {mayTry && <KnownProfile barId={barId} {...entrance} />}
      {isPaused && <Banner live>{profileTexts.barPaused}</Banner>}
      {mayTry && !isPaused && (
        <Card as="section" aria-label={profileTexts.title}>
          <ProfileForm barId={barId} table={table} {...entrance} />
        </Card>
      )}
      {(isOver || isPaused) && (
        <ButtonLink to={PAGES.landing} size="lg" block>
          {sharedTexts.backToHome}
        </ButtonLink>
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
      {mayTry && !isPaused && (
        <ButtonLink to={toPage.bar(barId)} variant="quiet" className="self-center">
          {profileTexts.otherTable}
        </ButtonLink>
      )}
      {answerOtherBar && <OtherBarDialog onAnswer={answerOtherBar} />}
    </Street>
  )
}
