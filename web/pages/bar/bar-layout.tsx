import { useState } from 'react'
import { Outlet, useLocation, useNavigate, useParams } from 'react-router'
import type { Erased } from '#contract/erased.ts'
import { PAGES } from '#contract/pages.ts'
import { peopleTexts } from '#contract/texts/people.ts'
import { leaveBar } from '#web/api/visit.ts'
import { useBar } from '#web/pages/entry/use-bar.ts'
import { forgetDeviceKey } from '#web/session/device-keys.ts'
import { useStored } from '#web/session/stored-item.ts'
import { forgetProfile, forgetVisit } from '#web/session/visit.ts'
import { visitSecretItem } from '#web/session/visit-items.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'
import type { BarRoomProps } from './bar-room.tsx'
import { BarRoom } from './bar-room.tsx'
import type { BarVisit, LostBy } from './bar-visit.ts'
import { useListBelowChat } from './chat-history.ts'

/** The list, the chats and the own page of a bar share one connection. */
export function BarLayout() {
  const { barId = '' } = useParams()
  const bar = useBar(barId)
  const navigate = useNavigate()
  const kept = useStored(visitSecretItem)
  const [end, setEnd] = useState<'home' | LostBy | null>(null)
  const [asksHelp, setAsksHelp] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const askHelp = () => setAsksHelp(true)
  const secret = kept?.barId === barId ? kept.secret : null
  const isInside = secret !== null
  const { key } = useLocation()
  const [arrival, setArrival] = useState({ key, isInside })
  if (arrival.key !== key) setArrival({ key, isInside })
  useListBelowChat(barId, isInside)

  const goHome = (erased: Erased | undefined) => {
    setEnd('home') // or the form would flash without its profile
    forgetVisit(barId)
    showToast({ title: peopleTexts.left, description: peopleTexts.leftDetail })
    navigate(PAGES.landing, {
      replace: location.pathname === PAGES.landing,
      state: { barId, erased },
    })
  }
  const leave = () => {
    if (isLeaving || secret === null) return
    setIsLeaving(true)
    void leaveBar(barId, secret).then(goHome)
  }
  const lose: BarRoomProps['onLost'] = (how, byRoom) => {
    setEnd(how)
    forgetProfile()
    // With the key of a removed profile the server refuses before anything is typed.
    if ((how === 'expired' && byRoom) || how === 'closed') forgetDeviceKey(barId)
  }

  if (end === 'home') return null
  const cameInside = arrival.isInside
  const visit = {
    barId,
    bar,
    secret,
    cameInside,
    lostBy: secret === null ? end : null,
    askHelp,
    isLeaving,
    leave,
  } satisfies BarVisit
  const pages = <Outlet context={visit} />
  if (secret === null) return pages
  return (
    <BarRoom
      key={secret}
      barId={barId}
      secret={secret}
      asksHelp={asksHelp}
      onHelpClose={() => setAsksHelp(false)}
      onLeft={(erased) => isLeaving || goHome(erased)}
      onLost={lose}
    >
      {pages}
    </BarRoom>
  )
}
