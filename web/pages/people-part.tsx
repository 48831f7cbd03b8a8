import { Suspense, useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { toPage } from '#contract/paths.ts'
import type { PublicPerson } from '#contract/person.ts'
import { onlineCount, peopleTexts } from '#contract/texts/people.ts'
import { pageTitle } from '#contract/texts/shared.ts'
import { SignalSwitch } from '#web/features/message-signal/signal-switch.tsx'
import { useMessageSignal } from '#web/features/message-signal/use-message-signal.ts'
import { LeaveButton } from '#web/features/people/leave-button.tsx'
import { PeopleList } from '#web/features/people/people-list.tsx'
import { usePeopleToasts } from '#web/features/people/use-people-toasts.ts'
import { lazyPart } from '#web/lazy-part.ts'
import { pageData } from '#web/page-data.ts'
import { chatTargetItem } from '#web/session/patron-session.ts'
import { usePacedRoom, useRoom } from '#web/socket/use-room.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Page } from '#web/ui/page.tsx'
import { useBarVisit } from './bar-visit.ts'
import { useBarName } from './use-bar-name.ts'

const leaving = lazyPart(async () => (await import('./leaving-part.tsx')).LeavingPart)
const ownProfile = lazyPart(async () => (await import('./own-profile.tsx')).OwnProfile)

export function PeoplePart({ secret }: { secret: string }) {
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
  const [isAsked, setIsAsked] = useState(false)
  const isUnderWay = useRoom((room) => room.leavingEndsAt !== null)
  const isLeaving = isAsked || isUnderWay
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
              <LeaveButton disabled={isLeaving} onLeave={() => setIsAsked(true)} />
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
            isAsked={isAsked}
            onStayed={() => setIsAsked(false)}
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
