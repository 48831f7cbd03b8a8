import { useEffect, useReducer } from 'react'
import { PAGES, toPage } from '#contract/paths.ts'
import { tableLabel } from '#contract/texts/person.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { Layout } from '#web/features/brand/layout.tsx'
import { KnownProfile } from '#web/features/profile/known-profile.tsx'
import { ProfileForm } from '#web/features/profile/profile-form.tsx'
import { pageData } from '#web/page-data.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { LookupWaysOn, useLookupToast } from './bar-lookup.tsx'
import { useBarVisit } from './bar-visit.ts'
import { beginAnew } from './begin-anew.ts'
import { OtherBarDialog } from './other-bar-dialog.tsx'
import { toBarName } from './use-bar-name.ts'
import { useEntrance } from './use-entrance.ts'

const LOST = {
  expired: { title: profileTexts.visitEnded, hint: profileTexts.visitEndedHint },
  removed: { title: profileTexts.removed, hint: profileTexts.removedHint },
  closed: { title: profileTexts.barGone, hint: profileTexts.barGoneHint },
}

export function ProfilePart({ table }: { table: string }) {
  const { barId, bar, lostBy } = useBarVisit()
  const barName = bar.bar?.name ?? null
  useDocumentTitle(pageTitle(pageData().productName, barName ?? undefined))
  useLookupToast(bar.status)
  useEffect(() => {
    if (lostBy) beginAnew()
  }, [lostBy])
  const [isKeptOut, keepOut] = useReducer(() => true, lostBy === 'removed')
  const { answerOtherBar, ...entering } = useEntrance(barId, barName)

  const told = isKeptOut ? 'removed' : lostBy
  const isOver = isKeptOut || lostBy === 'closed'
  const mayTry = bar.bar !== null && !isOver
  const isPaused = bar.bar?.paused === true && !isOver
  const entrance = { ...entering, onRemoved: keepOut }
  return (
    <Layout className="gap-6 md:max-w-wide">
      {/* Without a bar: below the toast that says so. */}
      <div
        className={`grid gap-1 text-center ${bar.status === 'unknown' || bar.status === 'failed' ? 'pt-8' : ''}`}
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
      {told && (
        <Banner live title={LOST[told].title}>
          {LOST[told].hint}
        </Banner>
      )}
      {mayTry && <KnownProfile barId={barId} {...entrance} />}
      {isPaused && <Banner live>{profileTexts.barPaused}</Banner>}
      {mayTry && !isPaused && (
        <Card as="section" aria-label={profileTexts.title} className="@container">
          <ProfileForm barId={barId} table={table} {...entrance} />
        </Card>
      )}
      <WayOn isShut={isOver || isPaused} />
      {answerOtherBar && <OtherBarDialog onAnswer={answerOtherBar} />}
    </Layout>
  )
}

function WayOn({ isShut }: { isShut: boolean }) {
  const { barId, bar } = useBarVisit()
  if (isShut)
    return (
      <ButtonLink to={PAGES.landing} size="lg" block>
        {sharedTexts.backToHome}
      </ButtonLink>
    )
  if (bar.bar === null) return <LookupWaysOn status={bar.status} retry={bar.retry} />
  return (
    <ButtonLink to={toPage.bar(barId)} variant="quiet" className="self-center">
      {profileTexts.otherTable}
    </ButtonLink>
  )
}
