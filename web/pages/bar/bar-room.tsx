import WifiOff from 'lucide:wifi-off'
import type { ReactNode } from 'react'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { matchPath } from 'react-router'
import { address } from '#contract/address.ts'
import type { Erased } from '#contract/erased.ts'
import { PAGES } from '#contract/pages.ts'
import { API } from '#contract/paths.ts'
import { CLOSE } from '#contract/protocol.ts'
import { peopleTexts } from '#contract/texts/people.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { useChatToasts } from '#web/features/chat/chat-toasts.ts'
import { outboxItem } from '#web/session/kept-outbox.ts'
import { browserPage, toSocketUrl } from '#web/socket/reconnecting-socket.ts'
import { RoomClient } from '#web/socket/room-client.ts'
import type { RoomState } from '#web/socket/room-state.ts'
import type { Visit } from '#web/socket/use-room.ts'
import { RoomContext, useOutage, useRoom, useRoomIncidents } from '#web/socket/use-room.ts'
import { Icon } from '#web/ui/icon.tsx'
import { usePart, useRedraw } from '#web/ui/lazy-part.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'
import type { LostBy, StopReason } from './bar-visit.ts'
import type { VisitBackgroundProps } from './visit-background.tsx'
import { visitPart } from './visit-part.ts'

const stopped = visitPart((parts) => parts.StoppedPage)
const background = visitPart((parts) => parts.VisitBackground)

export interface BarRoomProps extends Visit, VisitBackgroundProps {
  /** Another page, or this one, has left the bar. */
  onLeft: (erased: Erased | undefined) => void
  /** `byRoom`: the room ended the visit. Otherwise it knows no such visit. */
  onLost: (how: LostBy, byRoom: boolean) => void
  children: ReactNode
}

export function BarRoom(props: BarRoomProps) {
  const { barId, secret, onLeft, onLost, children, ...asked } = props
  const [room] = useState(() => ({ barId, secret, client: openRoom({ barId, secret }) }))
  const { client } = room
  useEffect(() => {
    client.start()
    return () => client.stop()
  }, [client])
  return (
    <RoomContext value={room}>
      <RoomWatcher onLeft={onLeft} onLost={onLost}>
        {children}
        <Background {...asked} />
      </RoomWatcher>
    </RoomContext>
  )
}

function RoomWatcher({
  onLeft,
  onLost,
  children,
}: Pick<BarRoomProps, 'onLeft' | 'onLost' | 'children'>) {
  const end = useRoom(toEnd)
  const erased = useRoom((room) => room.ended?.erased)
  const report = useEffectEvent((how: NonNullable<typeof end>) => {
    if (how === 'left') onLeft(erased)
    else if (!isStop(how)) onLost(how, erased !== undefined)
  })
  useChatToasts()
  useRoomIncidents((incident) => {
    if (incident.type === 'phoneUsed') showToast({ title: peopleTexts.phoneUsed })
  })
  useEffect(() => {
    if (end) report(end)
  }, [end])

  if (isStop(end)) {
    return (
      <Suspense>
        <stopped.Part why={end} />
      </Suspense>
    )
  }
  return <ConnectionFrame>{children}</ConnectionFrame>
}

/** While online: every page one press away must work without Wi-Fi. */
const preloadPages = () =>
  Promise.allSettled([
    import('#web/pages/entry/bar-page.tsx'),
    import('#web/pages/entry/profile-part.tsx'),
    import('./chat-page.tsx'),
    import('./beside-chat.tsx'),
    import('#web/pages/site/landing-page.tsx'),
  ])

/** Loaded after the first screen. A press on the help tries again at once, and says if it fails. */
function Background({ asksHelp, onHelpClose }: VisitBackgroundProps) {
  const Part = usePart(background)
  const redraw = useRedraw()
  const fail = useEffectEvent(() => {
    onHelpClose()
    showToast({ title: peopleTexts.helpUnreachable })
  })
  useEffect(() => {
    if (Part) void preloadPages()
    else if (asksHelp) background.load().then(redraw, fail)
  }, [Part, asksHelp, redraw])
  return Part && <Part asksHelp={asksHelp} onHelpClose={onHelpClose} />
}

function isStop(end: ReturnType<typeof toEnd>): end is StopReason {
  return end === 'elsewhere' || end === 'banned' || end === 'outdated'
}

/** Null until the connection has ended. */
function toEnd(room: RoomState): 'left' | LostBy | StopReason | null {
  if (room.ended) return room.ended.reason
  if (room.connection !== 'closed') return null
  switch (room.closeCode) {
    case CLOSE.visitEnded:
    case CLOSE.unknownVisit:
    case CLOSE.expiredSecret:
      return 'expired'
    case CLOSE.tooManySockets:
      return 'elsewhere'
    case CLOSE.misbehaved:
      return 'banned'
    default:
      return 'outdated'
  }
}

/** Shorter outages are not shown. */
const GRACE_MS = 1_500

/** Shows a strip at the bottom during an outage; before the first snapshot the page says it. Pages make room with `group-data-down`, or say it themselves (`data-strip`). */
function ConnectionFrame({ children }: { children: ReactNode }) {
  const isCutOff = useRoom((room) => room.connection === 'down' && room.you !== null)
  const isFull = useRoom((room) => room.closeCode === CLOSE.barFull)
  const outage = useOutage(sharedTexts.offline)
  const [isLasting, setIsLasting] = useState(false)

  useEffect(() => {
    if (!isCutOff) return setIsLasting(false)
    const timer = setTimeout(() => setIsLasting(true), GRACE_MS)
    return () => clearTimeout(timer)
  }, [isCutOff])

  const isShown = isFull || (isCutOff && isLasting)
  return (
    <div className="group" data-down={isShown ? '' : undefined}>
      {children}
      <div
        role="status"
        className="pointer-events-none fixed inset-x-0 bottom-0 z-20 group-has-data-strip:sr-only"
      >
        {isShown && (
          <p className="flex animate-arrive items-center justify-center gap-2 border-danger border-t bg-danger-wash px-4 pt-1.5 pb-[calc(0.375rem+env(safe-area-inset-bottom))] text-center text-ink text-sm">
            {!isFull && <Icon of={WifiOff} className="size-4 shrink-0 text-danger" />}
            <span>{outage}</span>
          </p>
        )}
      </div>
    </div>
  )
}

/** The connection starts with `start`. */
function openRoom({ barId, secret }: Visit): RoomClient {
  return new RoomClient({
    url: toSocketUrl(address(API.socket, { barId })),
    secret,
    page: browserPage,
    firstChat: matchPath(PAGES.chat, location.pathname)?.params.userId ?? null,
    kept: outboxItem.read()?.[barId] ?? [],
    keep: (unsent) => outboxItem.write({ [barId]: [...unsent] }),
  })
}
