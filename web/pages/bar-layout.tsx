import { useState } from 'react'
import { Outlet, useNavigate, useParams } from 'react-router'
import { toBarId } from '#contract/bar-id.ts'
import { PAGES } from '#contract/paths.ts'
import { peopleTexts } from '#contract/texts/people.ts'
import { forgetDeviceKey } from '#web/session/device-keys.ts'
import { visitSecretItem } from '#web/session/patron-session.ts'
import { useStored } from '#web/session/use-stored.ts'
import { forgetProfile, forgetVisit } from '#web/session/visit.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'
import type { BarRoomProps } from './bar-room.tsx'
import { BarRoom } from './bar-room.tsx'
import type { BarVisit } from './bar-visit.ts'
import { useBar } from './use-bar.ts'
import type { LostBy } from './visit-ends.ts'

/** The list and the chats of a bar share one connection. */
export function BarLayout() {
  const { barId: barParam = '' } = useParams()
  const barId = toBarId(barParam) ?? barParam
  const bar = useBar(barId)
  const navigate = useNavigate()
  const kept = useStored(visitSecretItem)
  const [end, setEnd] = useState<'home' | LostBy | null>(null)
  const secret = kept?.barId === barId ? kept.secret : null

  const goHome: BarVisit['goHome'] = (how, erased) => {
    setEnd('home') // or the form would flash without its profile
    forgetVisit(barId)
    showToast({
      title: peopleTexts.left,
      description: how === 'left' ? peopleTexts.leftDetail : peopleTexts.stayFailed,
    })
    navigate(PAGES.landing, {
      replace: location.pathname === PAGES.landing,
      state: erased && { erased },
    })
  }
  const lose: BarRoomProps['onLost'] = (how, isTold) => {
    setEnd(how)
    forgetProfile()
    // With the key of a removed profile the server refuses before anything is typed.
    if ((how === 'expired' && isTold) || how === 'closed') forgetDeviceKey(barId)
  }

  if (end === 'home') return null
  const visit = { barId, bar, secret, lostBy: end, goHome } satisfies BarVisit
  const pages = <Outlet context={visit} />
  if (secret === null) return pages
  return (
    <BarRoom
      key={secret}
      barId={barId}
      secret={secret}
      onLeft={(erased) => goHome('left', erased)}
      onLost={lose}
    >
      {pages}
    </BarRoom>
  )
}
