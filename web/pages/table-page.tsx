import { LogOut } from 'lucide'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import * as v from 'valibot'
import { toPage } from '#contract/paths.ts'
import type { PublicPerson } from '#contract/person.ts'
import { tableSchema } from '#contract/table.ts'
import { onlineCount, peopleTexts } from '#contract/texts/people.ts'
import { tableLabel } from '#contract/texts/person.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { Layout } from '#web/features/brand/layout.tsx'
import { useMessageSignal } from '#web/features/message-signal/message-signal.ts'
import { SignalSwitch } from '#web/features/message-signal/signal-switch.tsx'
import { PeopleList } from '#web/features/people/people-list.tsx'
import { usePeopleToasts } from '#web/features/people/people-toasts.ts'
import { lazyPart } from '#web/lazy-part.ts'
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
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useBarName, useBarVisit } from './bar-visit.ts'

// Lazy: people in the bar never load the form. Others load it at once.
const profile = lazyPart(async () => (await import('./profile-part.tsx')).ProfilePart)
if (visitSecretItem.read() === null) profile.load().catch(() => undefined)

export function TablePage() {
  const { barId, secret, cameInside } = useBarVisit()
  const { tableId = '' } = useParams()
  const ownId = useStored(ownIdItem)
  const table = useTable(barId, tableId, ownId)
  const isScan = cameInside && tableId !== ownId && v.is(tableSchema, tableId)
  if (secret !== null && !isScan) return <People secret={secret} />
  if (table === null) return <Navigate to={toPage.bar(barId)} replace />
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

const leaving = lazyPart(async () => (await import('./leaving-part.tsx')).LeavingPart)
const ownProfile = lazyPart(async () => (await import('./own-profile.tsx')).OwnProfile)

function People({ secret }: { secret: string }) {
  const { barId, goHome } = useBarVisit()
  const barName = useBarName()
  const navigate = useNavigate()
  const online = usePacedRoom((room) => room.online)
  useMessageSignal(pageTitle(pageData().productName, barName))
  usePeopleToasts()
  const [isEditing, setIsEditing] = useState(false)
  const edit = useCallback(() => setIsEditing(true), [])
  const openChat = useCallback(
    ({ id: userId, name: userName }: PublicPerson) => {
      chatTargetItem.write({ userId, userName, barId, barName })
      const path = toPage.chat(barId, userId)
      // A second press while the chat loads must not push a second entry.
      navigate(path, { replace: path === location.pathname })
    },
    [barId, barName, navigate],
  )
  const [hasPressedLeave, setHasPressedLeave] = useState(false)
  const isEnding = useRoom((room) => room.leavingEndsAt !== null)
  const isLeaving = hasPressedLeave || isEnding
  // Preloaded: leaving must work after the connection is lost.
  useEffect(() => void leaving.load().catch(() => undefined), [])

  return (
    <Page
      width="broad"
      className="gap-4 px-4! pt-4! sm:px-5! group-data-down:pb-14!"
      header={
        <AppBar
          width="broad"
          title={peopleTexts.title}
          subtitle={online > 0 ? `${onlineCount(online)} · ${barName}` : barName}
          end={
            <>
              <SignalSwitch />
              <LeaveButton disabled={isLeaving} onLeave={() => setHasPressedLeave(true)} />
            </>
          }
        />
      }
    >
      {isLeaving && (
        <Suspense>
          <leaving.Part
            barId={barId}
            secret={secret}
            hasPressedLeave={hasPressedLeave}
            onStayed={() => setHasPressedLeave(false)}
            onOver={goHome}
          />
        </Suspense>
      )}
      <PeopleList onOwnProfile={edit} onChat={openChat} />
      {isEditing && (
        <Suspense>
          <ownProfile.Part secret={secret} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
    </Page>
  )
}

function ProfileSkeleton({ table }: { table: string }) {
  const { bar } = useBarVisit()
  return (
    <Layout className="gap-3.5 px-4! pt-4! md:max-w-wide">
      <div className="flex flex-wrap items-baseline justify-center gap-x-3 text-center">
        <h1 dir="auto" className="painted line-clamp-3 font-display font-semibold text-2xl">
          {bar.bar?.name ?? sharedTexts.loading}
        </h1>
        <p dir="auto" className="text-ink-soft text-lg">
          {tableLabel(table)}
        </p>
      </div>
      <Card className="grid gap-3 max-sm:p-4!">
        <p role="status" className="sr-only">
          {sharedTexts.loading}
        </p>
        <Skeleton className="size-15 rounded-full!" />
        <Skeleton className="mt-7 h-12 rounded-lg!" />
        <Skeleton className="mt-13 h-13 rounded-lg!" />
        <Skeleton className="mt-7 h-12 rounded-lg!" />
        <Skeleton className="mt-23 h-14 rounded-lg!" />
      </Card>
    </Layout>
  )
}

function LeaveButton({ disabled, onLeave }: { disabled: boolean; onLeave: () => void }) {
  return (
    <Button
      variant="secondary"
      className="px-3!"
      icon={<Icon of={LogOut} className="size-4.5 max-sm:hidden" />}
      disabled={disabled}
      onClick={onLeave}
    >
      {peopleTexts.leave}
    </Button>
  )
}
