import type { ReactNode } from 'react'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import type { Erased } from '#contract/protocol.ts'
import { CLOSE } from '#contract/protocol.ts'
import { peopleTexts } from '#contract/texts/people.ts'
import { useChatToasts } from '#web/features/chat/use-chat-toasts.ts'
import { lazyPart } from '#web/lazy-part.ts'
import type { RoomClient } from '#web/socket/room-client.ts'
import type { RoomState } from '#web/socket/room-state.ts'
import { RoomContext, useRoom, useRoomIncidents } from '#web/socket/use-room.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { ConnectionFrame } from './connection-frame.tsx'
import { openRoom } from './open-room.ts'
import type { LostBy, StopReason } from './visit-ends.ts'

const stopped = lazyPart(async () => (await import('./stopped-page.tsx')).StoppedPage)

export interface BarRoomProps {
  barId: string
  secret: string
  onLeft: (erased?: Erased) => void
  /** `isTold`: the room itself said so. Otherwise it merely knows of no visit. */
  onLost: (how: LostBy, isTold: boolean) => void
  children: ReactNode
}

export function BarRoom({ barId, secret, onLeft, onLost, children }: BarRoomProps) {
  const [connection] = useState<RoomClient>(() => openRoom(barId, secret))
  useEffect(() => {
    connection.start()
    return () => connection.stop()
  }, [connection])
  return (
    <RoomContext value={connection}>
      <RoomWatch onLeft={onLeft} onLost={onLost}>
        {children}
      </RoomWatch>
    </RoomContext>
  )
}

function RoomWatch({
  onLeft,
  onLost,
  children,
}: Pick<BarRoomProps, 'onLeft' | 'onLost' | 'children'>) {
  const end = useRoom(toEnd)
  const erased = useRoom((room) => room.ended?.erased)
  const tell = useEffectEvent((how: NonNullable<typeof end>) => {
    if (how === 'left') onLeft(erased)
    else if (!isStop(how)) onLost(how, erased !== undefined)
  })
  useChatToasts()
  useRoomIncidents((incident) => {
    if (incident.type === 'phoneUsed') showToast({ title: peopleTexts.phoneUsed })
  })
  useEffect(() => {
    if (end) tell(end)
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

function isStop(end: ReturnType<typeof toEnd>): end is StopReason {
  return end === 'elsewhere' || end === 'keptOut' || end === 'outdated'
}

/** Null until the connection has ended. */
function toEnd(room: RoomState): 'left' | LostBy | StopReason | null {
  if (room.ended) return room.ended.reason
  if (room.connection !== 'closed') return null
  switch (room.closeCode) {
    case CLOSE.visitEnded:
      return room.leavingEndsAt === null ? 'expired' : 'left'
    case CLOSE.unknownVisit:
    case CLOSE.expiredSecret:
      return 'expired'
    case CLOSE.tooManySockets:
      return 'elsewhere'
    case CLOSE.misbehaved:
      return 'keptOut'
    default:
      return 'outdated'
  }
}
