import { useEffect, useReducer, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Entered } from '#contract/entered.ts'
import { PAGES, toPage } from '#contract/paths.ts'
import { otherBarDetail, peopleTexts } from '#contract/texts/people.ts'
import { tableLabel } from '#contract/texts/person.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { leaveEventually } from '#web/api/visit.ts'
import { Layout } from '#web/features/brand/layout.tsx'
import { KnownProfile } from '#web/features/profile/known-profile.tsx'
import { ProfileForm } from '#web/features/profile/profile-form.tsx'
import { pageData } from '#web/page-data.ts'
import { useStored } from '#web/session/stored-item.ts'
import { forgetDeviceKey, keepDeviceKey, keepMark, keepVisit } from '#web/session/visit.ts'
import { visitSecretItem } from '#web/session/visit-items.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { focusHeading } from '#web/ui/focus-heading.ts'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useBarVisit } from './bar-visit.ts'
import { AfterFailedLookup, useLookupToast } from './find-bar.tsx'
import { toBarName } from './use-bar.ts'

const LOST = {
  expired: { title: profileTexts.visitEnded, hint: profileTexts.visitEndedHint },
  removed: { title: profileTexts.removed, hint: profileTexts.removedHint },
  emptied: { title: profileTexts.emptied, hint: profileTexts.emptiedHint },
  closed: { title: profileTexts.barGone, hint: profileTexts.barGoneHint },
}

export function ProfilePart({ table }: { table: string }) {
  const { barId, bar, lostBy } = useBarVisit()
  const barName = bar.bar?.name ?? null
  useDocumentTitle(pageTitle(pageData().productName, barName ?? undefined))
  useLookupToast(bar.status)
  useEffect(() => {
    if (lostBy) goToTop()
  }, [lostBy])
  const [isRemoved, setRemoved] = useReducer(() => true, lostBy === 'removed')
  const { answerOtherBar, ...entering } = useEntrance(barId, barName)

  const lost = isRemoved ? 'removed' : lostBy
  const isOver = isRemoved || lostBy === 'closed'
  const mayEnterHere = bar.bar !== null && !isOver
  const isPaused = bar.bar?.paused === true && !isOver
  const entrance = { ...entering, onRemoved: setRemoved }
  return (
    <Layout className="gap-3.5 px-4! pt-4! md:max-w-wide">
      {/* Without a bar: leaves room for the toast that says so. */}
      <div
        className={`flex flex-wrap items-baseline justify-center gap-x-3 text-center ${bar.status === 'unknown' || bar.status === 'failed' ? 'pt-8' : ''}`}
      >
        <h1
          dir="auto"
          className={`line-clamp-3 font-display font-semibold text-2xl ${barName ? 'painted' : ''}`}
        >
          {toBarName(bar)}
        </h1>
        <p dir="auto" className="text-ink-soft text-lg">
          {tableLabel(table)}
        </p>
      </div>
      {lost && (
        <Banner live title={LOST[lost].title}>
          {LOST[lost].hint}
        </Banner>
      )}
      {mayEnterHere && <KnownProfile barId={barId} {...entrance} />}
      {isPaused && <Banner live>{profileTexts.barPaused}</Banner>}
      {mayEnterHere && !isPaused && (
        <Card as="section" aria-label={profileTexts.title} className="@container max-sm:p-4!">
          <ProfileForm
            barId={barId}
            table={table}
            asksForCode={bar.bar?.asksForCode === true}
            {...entrance}
          />
        </Card>
      )}
      <NextStep isClosed={isOver || isPaused} />
      {answerOtherBar && <OtherBarDialog onAnswer={answerOtherBar} />}
    </Layout>
  )
}

function NextStep({ isClosed }: { isClosed: boolean }) {
  const { barId, bar } = useBarVisit()
  if (isClosed)
    return (
      <ButtonLink to={PAGES.landing} size="lg" block>
        {sharedTexts.backToHome}
      </ButtonLink>
    )
  if (bar.bar === null) return <AfterFailedLookup status={bar.status} retry={bar.retry} />
  return (
    <ButtonLink to={toPage.bar(barId)} variant="quiet" className="self-center">
      {profileTexts.otherTable}
    </ButtonLink>
  )
}

function useEntrance(barId: string, barName: string | null) {
  const [answerOtherBar, setAnswerOtherBar] = useState<((enter: boolean) => void) | null>(null)

  /** Asks before it ends a visit in another bar: a stray scan must not. */
  async function mayEnter(): Promise<boolean> {
    if (visitSecretItem.read() === null) return true
    const answer = await new Promise<boolean>((resolve) => setAnswerOtherBar(() => resolve))
    setAnswerOtherBar(null)
    return answer
  }

  function onEntered({ person, secret, deviceKey, mark }: Entered): void {
    const other = visitSecretItem.read()
    if (other && other.barId !== barId) {
      void leaveEventually(other.barId, other.secret)
      forgetDeviceKey(other.barId)
    }
    keepDeviceKey(barId, deviceKey)
    keepMark(barId, mark)
    flushSync(() => keepVisit({ barId, barName: barName ?? '' }, secret, person))
    goToTop()
  }

  return { mayEnter, onEntered, answerOtherBar }
}

/** Form and list share one URL, so no navigation resets scroll and focus. */
function goToTop(): void {
  scrollTo(0, 0)
  focusHeading()
}

function OtherBarDialog({ onAnswer }: { onAnswer: (enter: boolean) => void }) {
  const other = useStored(visitSecretItem)
  return (
    <Dialog
      open
      onClose={() => onAnswer(false)}
      title={peopleTexts.otherBar}
      closeLabel={sharedTexts.close}
      footer={
        <>
          <Button variant="secondary" onClick={() => onAnswer(false)}>
            {peopleTexts.otherBarCancel}
          </Button>
          <Button onClick={() => onAnswer(true)}>{peopleTexts.otherBarConfirm}</Button>
        </>
      }
    >
      <p>{otherBarDetail(other?.barName ?? '')}</p>
    </Dialog>
  )
}
