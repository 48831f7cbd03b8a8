import { Suspense, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router'
import * as v from 'valibot'
import { address } from '#contract/address.ts'
import { PAGES } from '#contract/pages.ts'
import type { PublicPerson } from '#contract/person.ts'
import { tableSchema } from '#contract/table.ts'
import { onlineCount, peopleTexts } from '#contract/texts/people.ts'
import { tableLabel } from '#contract/texts/person.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { LanguageSwitch } from '#web/features/brand/language-switch.tsx'
import { Layout } from '#web/features/brand/layout.tsx'
import { useUnreadTitle } from '#web/features/message-signal/unread-title.ts'
import { PeopleList } from '#web/features/people/people-list.tsx'
import { pageData } from '#web/page-data.ts'
import { useStored } from '#web/session/stored-item.ts'
import {
  chatTargetItem,
  currentBarItem,
  ownIdItem,
  visitSecretItem,
} from '#web/session/visit-items.ts'
import { usePacedRoom, useRoom } from '#web/socket/use-room.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Card } from '#web/ui/card.tsx'
import { focusHeading } from '#web/ui/focus-heading.ts'
import { lazyPart, usePart } from '#web/ui/lazy-part.ts'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useBarName, useBarVisit } from './bar-visit.ts'
import type { ListLayer } from './list-layers.tsx'
import { visitPart } from './visit-part.ts'

// Lazy: people in the bar never load the form. Others load it at once.
const profile = lazyPart(
  async () => (await import('#web/pages/entry/profile-part.tsx')).ProfilePart,
)
if (visitSecretItem.read() === null) profile.prefetch()

export function TablePage() {
  const { barId, secret, cameInside } = useBarVisit()
  const { tableId = '' } = useParams()
  const ownId = useStored(ownIdItem)
  const table = useTable(barId, tableId, ownId)
  const isScan = cameInside && tableId !== ownId && v.is(tableSchema, tableId)
  if (secret !== null) return <People scanned={isScan ? tableId : undefined} />
  if (table === null) return <Navigate to={address(PAGES.bar, { barId })} replace />
  return (
    <Suspense fallback={<ProfileSkeleton table={table} />}>
      <profile.Part table={table} />
    </Suspense>
  )
}

/** "Voltar" of a chat puts the own id into the URL: then the saved table counts. */
function useTable(barId: string, tableParam: string, ownId: string | null): string | null {
  const saved = useStored(currentBarItem)
  const named = v.safeParse(tableSchema, tableParam)
  if (named.success && tableParam !== ownId) return named.output
  return saved?.barId === barId ? saved.tableNumber : null
}

/** Sets the page's title. Not beside a chat, which sets it itself. */
function ListTitle({ barName }: { barName: string }) {
  useUnreadTitle(pageTitle(pageData().productName, barName))
  return null
}

interface PeopleProps {
  /** The partner of the chat beside the list. */
  openChatId?: string
  /** The table in the address. */
  scanned?: string | undefined
}

const leaving = visitPart((parts) => parts.LeavingPart)
const layers = visitPart((parts) => parts.ListLayers)
const menu = visitPart((parts) => parts.ListMenu)
const tableOffer = visitPart((parts) => parts.TableOffer)
const extras = visitPart((parts) => parts.ListExtras)

export function People({ openChatId, scanned }: PeopleProps) {
  const { barId, isLeaving, leave, askHelp } = useBarVisit()
  const barName = useBarName()
  const navigate = useNavigate()
  const online = usePacedRoom((room) => room.online)
  const [layer, setLayer] = useState<ListLayer | null>(null)
  const edit = useCallback(() => setLayer('profile'), [])
  const showQr = useCallback(() => setLayer('qr'), [])
  const [holdsLayers, holdLayers] = useState(false)
  const hasSheet = useLocation().state !== null
  const openPerson = useCallback(
    ({ id: personId }: PublicPerson) =>
      // Beside a chat the entry below stays the list.
      navigate(location.pathname, { replace: !!openChatId, state: { personId } }),
    [navigate, openChatId],
  )
  const openChat = useCallback(
    ({ id: userId, name: userName }: PublicPerson, replace = false) => {
      chatTargetItem.write({ userId, userName, barId, barName })
      const path = address(PAGES.chat, { barId, userId })
      // A second press while the chat loads must not push a second entry.
      // Back leads from the chat to the list, also when the list was beside a chat.
      navigate(path, { replace: replace || !!openChatId || path === location.pathname })
    },
    [barId, barName, navigate, openChatId],
  )
  const [asksToLeave, setAsksToLeave] = useState(false)
  // A person with an open call for help leaves without a question.
  const asksFirst = useRoom(
    ({ answered, help }) => answered.size > 0 && (help === null || help.state === 'resolved'),
  )
  const askToLeave = useCallback(() => {
    if (asksFirst) setAsksToLeave(true)
    else leave()
  }, [asksFirst, leave])
  // Preloaded: they must work after the connection is lost.
  useEffect(leaving.prefetch, [])
  const Menu = usePart(menu)
  const Extras = usePart(extras)
  const Offer = usePart(tableOffer)
  const sign = (
    <span dir="auto" className="painted font-display">
      {barName}
    </span>
  )

  return (
    <Page
      width="broad"
      isMain={!openChatId}
      className="@container gap-4 px-4! pt-3! sm:px-5! group-data-down:pb-14!"
      header={
        <AppBar
          width="broad"
          toasts="foot"
          title={sign}
          subtitle={
            <>
              <span>{peopleTexts.title}</span>
              {online > 0 && (
                <span className="group-data-down:hidden">{` · ${onlineCount(online)}`}</span>
              )}
            </>
          }
          end={
            Menu ? (
              <Menu
                barName={barName}
                isLeaving={isLeaving}
                onOwnProfile={edit}
                onShowQr={showQr}
                onHelp={askHelp}
                onLeave={askToLeave}
              />
            ) : (
              <span className="size-target" />
            )
          }
        />
      }
    >
      {!openChatId && <ListTitle barName={barName} />}
      {(asksToLeave || isLeaving) && (
        <Suspense>
          <leaving.Part asks={!isLeaving} onLeave={leave} onStay={() => setAsksToLeave(false)} />
        </Suspense>
      )}
      {scanned && Offer && <Offer table={scanned} />}
      <PeopleList
        onOwnProfile={edit}
        onChat={openChat}
        onPerson={openPerson}
        onLeave={isLeaving ? null : askToLeave}
        onShowQr={showQr}
        openChatId={openChatId}
      />
      {Extras && <Extras />}
      {(layer !== null || hasSheet || holdsLayers) && (
        <Suspense>
          <layers.Part
            layer={layer}
            onChat={openChat}
            onClose={() => setLayer(null)}
            onHold={holdLayers}
          />
        </Suspense>
      )}
      {/* Below it lie toasts and the pill. */}
      <div className="mt-auto pt-2 pb-16">
        <LanguageSwitch />
      </div>
    </Page>
  )
}

function ProfileSkeleton({ table }: { table: string }) {
  const { bar } = useBarVisit()
  // The heading of what was loading takes the focus over.
  useLayoutEffect(
    () => () => {
      if (document.activeElement?.localName === 'h1') queueMicrotask(focusHeading)
    },
    [],
  )
  return (
    <Layout className="gap-2 px-4! pt-3! md:max-w-wide">
      <div className="flex flex-wrap items-baseline justify-center gap-x-3 text-center">
        <h1 dir="auto" className="painted line-clamp-3 font-display font-semibold text-2xl">
          {bar.bar?.name ?? sharedTexts.loading}
        </h1>
        <p dir="auto" className="text-ink-soft text-lg">
          {tableLabel(table)}
        </p>
      </div>
      <Card className="grid gap-8 max-sm:p-3!">
        <p role="status" className="sr-only">
          {sharedTexts.loading}
        </p>
        <Skeleton className="size-12 rounded-full!" />
        <Skeleton className="h-11 rounded-lg!" />
        <Skeleton className="h-13.5 rounded-lg!" />
        <Skeleton className="h-11 rounded-lg!" />
        <Skeleton className="mt-10.5 h-14 rounded-lg!" />
      </Card>
    </Layout>
  )
}
