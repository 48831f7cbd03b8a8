import { Suspense, useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import { toPage } from '#contract/paths.ts'
import { onlineCount, peopleTexts } from '#contract/texts/people.ts'
import { pageTitle } from '#contract/texts/shared.ts'
import { SignalSwitch } from '#web/features/message-signal/signal-switch.tsx'
import { useMessageSignal } from '#web/features/message-signal/use-message-signal.ts'
import { LeaveButton, LeavingBanner } from '#web/features/people/leave-bar.tsx'
import { PeopleList } from '#web/features/people/people-list.tsx'
import { useLeaving } from '#web/features/people/use-leaving.ts'
import { usePeopleToasts } from '#web/features/people/use-people-toasts.ts'
import { lazyPart } from '#web/lazy-part.ts'
import { pageData } from '#web/page-data.ts'
import { chatTargetItem } from '#web/session/patron-session.ts'
import { useRoom } from '#web/socket/use-room.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Page } from '#web/ui/page.tsx'
import { useBarVisit } from './bar-visit.ts'
import { useBarName } from './use-bar-name.ts'

const ownProfile = lazyPart(async () => (await import('./own-profile.tsx')).OwnProfile)

/** The table page once there is a profile: who else is in the bar. */
export function PeoplePart({ secret }: { secret: string }) {
  const { barId, goHome } = useBarVisit()
  const barName = useBarName()
  const navigate = useNavigate()
  const online = useRoom((room) => room.online)
  useMessageSignal(pageTitle(pageData().productName, barName))
  usePeopleToasts()
  const [isEditing, setIsEditing] = useState(false)
  const edit = useCallback(() => setIsEditing(true), [])
  const { isLeaving, leave, stay } = useLeaving({ barId, secret, onOver: goHome })

  return (
    <Page
      width="wide"
      className="gap-4 group-data-down:pb-14!"
      header={
        <AppBar
          title={peopleTexts.title}
          subtitle={online > 0 ? `${onlineCount(online)} · ${barName}` : barName}
          end={
            <>
              <SignalSwitch />
              <LeaveButton disabled={isLeaving} onLeave={leave} />
            </>
          }
        />
      }
    >
      {isLeaving && (
        // At the foot: toasts come from above, and "Ficar" has two seconds to be pressed.
        <div className="fixed inset-x-0 bottom-[calc(1rem+env(safe-area-inset-bottom))] z-20 mx-auto max-w-wide animate-arrive rounded-lg px-4 group-data-down:bottom-14">
          <LeavingBanner onStay={stay} />
        </div>
      )}
      <PeopleList
        onOwnProfile={edit}
        onChat={(person) => {
          chatTargetItem.write({ userId: person.id, userName: person.name, barId, barName })
          navigate(toPage.chat(barId, person.id))
        }}
      />
      {isEditing && (
        <Suspense>
          <ownProfile.Part secret={secret} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
    </Page>
  )
}
