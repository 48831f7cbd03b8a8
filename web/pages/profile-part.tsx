import { useEffect, useReducer, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Entered } from '#contract/entered.ts'
import { PAGES, toPage } from '#contract/paths.ts'
import { otherBarDetail, peopleTexts } from '#contract/texts/people.ts'
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
import { BarHead } from './bar-head.tsx'
import { useBarVisit } from './bar-visit.ts'
import { NoEntry } from './no-entry.tsx'

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
    <Layout className="gap-6 md:max-w-wide">
      <BarHead lookup={bar} table={table} />
      {lost && (
        <Banner live title={LOST[lost].title}>
          {LOST[lost].hint}
        </Banner>
      )}
      {mayEnterHere && <KnownProfile barId={barId} {...entrance} />}
      {mayEnterHere && !isPaused && (
        <Card as="section" aria-label={profileTexts.title} className="@container">
          <ProfileForm
            barId={barId}
            table={table}
            asksForCode={bar.bar?.asksForCode === true}
            {...entrance}
          />
        </Card>
      )}
      <NextStep isOver={isOver} />
      {answerOtherBar && <OtherBarDialog onAnswer={answerOtherBar} />}
    </Layout>
  )
}

function NextStep({ isOver }: { isOver: boolean }) {
  const { barId, bar } = useBarVisit()
  if (isOver)
    return (
      <ButtonLink to={PAGES.landing} size="lg" block>
        {sharedTexts.backToHome}
      </ButtonLink>
    )
  const reason = bar.bar?.paused ? 'paused' : bar.status
  if (reason === 'loading') return null
  if (reason !== 'known') return <NoEntry reason={reason} retry={bar.retry} />
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
