import { useEffect, useReducer } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate, useOutletContext } from 'react-router'
import { address } from '#contract/address.ts'
import type { Entered } from '#contract/entered.ts'
import { PAGES } from '#contract/pages.ts'
import { tableLabel } from '#contract/texts/person.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { LanguageOffer } from '#web/features/brand/language-switch.tsx'
import { Layout } from '#web/features/brand/layout.tsx'
import { useUnreadTitle } from '#web/features/message-signal/unread-title.ts'
import { HereCard, KnownProfile } from '#web/features/profile/known-profile.tsx'
import type { ProfileFormProps } from '#web/features/profile/profile-form.tsx'
import { ProfileForm } from '#web/features/profile/profile-form.tsx'
import { pageData } from '#web/page-data.ts'
import type { BarVisit } from '#web/pages/bar/bar-visit.ts'
import { useBarVisit } from '#web/pages/bar/bar-visit.ts'
import { toList } from '#web/pages/own-list.ts'
import { useStored } from '#web/session/stored-item.ts'
import { forgetVisit } from '#web/session/visit.ts'
import {
  currentBarItem,
  ownIdItem,
  ownProfileItem,
  useIsKnown,
  visitSecretItem,
} from '#web/session/visit-items.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { focusHeading } from '#web/ui/focus-heading.ts'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useUnmounted } from '#web/ui/use-unmounted.ts'
import { BarHead } from './bar-head.tsx'
import { OtherBarDialog, useEntrance } from './entrance.tsx'
import { NoEntry } from './no-entry.tsx'

const LOST = {
  expired: { title: profileTexts.visitEnded, hint: profileTexts.visitEndedHint },
  emptied: { title: profileTexts.emptied, hint: profileTexts.emptiedHint },
  closed: { title: profileTexts.barGone, hint: profileTexts.barGoneHint },
}

/** A table's page without the list: the form, or the way on for who is in the bar already. */
export function ProfilePart({ table }: { table: string }) {
  const { bar, lostBy } = useBarVisit()
  const [wasRemoved, setRemoved] = useReducer(() => true, false)
  const isRemoved = wasRemoved || lostBy === 'removed'
  const barName = bar.bar?.name ?? null
  useDocumentTitle(pageTitle(pageData().productName, barName ?? undefined))
  useEffect(() => {
    if (lostBy) goToTop()
  }, [lostBy])
  return (
    <Layout hasLanguages className="gap-2 px-4! pt-3! md:max-w-wide">
      <BarHead lookup={bar} table={table} />
      {lostBy && lostBy !== 'removed' && !wasRemoved && (
        <Banner live title={LOST[lostBy].title}>
          {LOST[lostBy].hint}
        </Banner>
      )}
      {isRemoved ? <RemovedNotice /> : <NextStep table={table} onRemoved={setRemoved} />}
    </Layout>
  )
}

interface NextStepProps {
  table: string
  onRemoved: () => void
}

function NextStep({ table, onRemoved }: NextStepProps) {
  const { barId, bar, lostBy } = useBarVisit()
  const [isUnknown, setUnknown] = useReducer(() => true, false)
  const isKnown = useIsKnown(barId) && !isUnknown
  if (lostBy === 'closed') return <HomeLink />
  if (bar.status === 'loading') return null
  if (bar.bar === null) return <NoEntry reason={bar.status} retry={bar.retry} />
  const { name: barName, paused, asksForCode } = bar.bar
  const here = { barId, barName, table }
  if (isKnown) return <HerePart {...here} onUnknown={setUnknown} onRemoved={onRemoved} />
  if (paused) return <NoEntry reason="paused" retry={bar.retry} />
  return <NewProfile {...here} asksForCode={asksForCode} onRemoved={onRemoved} />
}

function HomeLink() {
  return (
    <ButtonLink to={PAGES.landing} size="lg" block>
      {sharedTexts.backToHome}
    </ButtonLink>
  )
}

interface NewProfileProps extends Pick<ProfileFormProps, 'barId' | 'table' | 'asksForCode'> {
  barName: string
  onRemoved: () => void
}

function NewProfile({ barName, ...form }: NewProfileProps) {
  const { barId } = form
  const { mayEnter, enter, question } = useEntrance(barId, barName)
  const unmounted = useUnmounted()

  function onEntered(entered: Entered): void {
    const { aborted: isLeft } = unmounted()
    enter(entered)
    if (isLeft) return
    // The form's entry becomes the list's. The router needs no navigation, which would fade.
    history.replaceState(history.state, '', toList(barId))
    goToTop()
  }
  return (
    <>
      <LanguageOffer />
      <Card as="section" aria-label={profileTexts.title} className="@container max-sm:p-3!">
        <ProfileForm {...form} mayEnter={mayEnter} onEntered={onEntered} />
      </Card>
      <ButtonLink to={address(PAGES.bar, { barId })} variant="quiet" className="self-center">
        {profileTexts.otherTable}
      </ButtonLink>
      <OtherBarDialog question={question} />
    </>
  )
}

function goToTop(): void {
  scrollTo(0, 0)
  focusHeading()
}

export interface HerePartProps {
  barId: string
  barName: string
  /** The table of the scanned code; null on the bar's own page. */
  table: string | null
  /** Nobody could be recognised: the form is due. */
  onUnknown: () => void
  /** Called instead of saying that the bar has removed this browser. */
  onRemoved?: () => void
}

/** Shows somebody who is in the bar already the way on, instead of an empty form. */
export function HerePart({ barId, barName, table, onUnknown, onRemoved }: HerePartProps) {
  const visit = useStored(visitSecretItem)
  const [isRemoved, setRemoved] = useReducer(() => true, false)
  const { mayEnter, enter, question } = useEntrance(barId, barName)
  const navigate = useNavigate()
  const unmounted = useUnmounted()
  const goTo = (path: string) => navigate(path, { replace: table !== null })
  if (isRemoved) return <RemovedNotice />
  if (visit?.barId === barId)
    return <Inside barId={barId} barName={barName} goToList={() => goTo(toList(barId))} />
  return (
    <>
      <KnownProfile
        barId={barId}
        mayEnter={mayEnter}
        onEntered={(entered) => {
          const { aborted: isLeft } = unmounted()
          enter(entered)
          if (isLeft) return
          // The list offers the move at the address of another table than its person's.
          const isElsewhere = table !== null && table !== entered.person.table
          goTo(isElsewhere ? address(PAGES.table, { barId, tableId: table }) : toList(barId))
        }}
        onRemoved={onRemoved ?? setRemoved}
        onUnknown={onUnknown}
      />
      <OtherBarDialog question={question} />
    </>
  )
}

interface InsideProps extends Pick<HerePartProps, 'barId' | 'barName'> {
  goToList: () => void
}

function Inside({ barId, barName, goToList }: InsideProps) {
  // The router gives a person who has just entered on the bar's own page no connection before the list.
  const isConnected = Boolean(useOutletContext<BarVisit | undefined>()?.secret)
  const id = useStored(ownIdItem) ?? ''
  const profile = useStored(ownProfileItem)
  const kept = useStored(currentBarItem)
  const ownTable = kept?.barId === barId ? kept.tableNumber : null
  return (
    <>
      {isConnected && <UnreadTitle barName={barName} />}
      <HereCard
        id={id}
        name={profile?.name ?? ''}
        photo={profile?.photo ?? null}
        detail={ownTable && tableLabel(ownTable)}
        onContinue={goToList}
        onNotYou={() => {
          // The heading is another one afterwards.
          flushSync(() => forgetVisit(barId))
          focusHeading()
        }}
      />
    </>
  )
}

function UnreadTitle({ barName }: { barName: string }) {
  useUnreadTitle(pageTitle(pageData().productName, barName))
  return null
}

export function RemovedNotice() {
  return (
    <>
      <Banner live title={profileTexts.removed}>
        {profileTexts.removedHint}
      </Banner>
      <HomeLink />
    </>
  )
}
