import { useEffect } from 'react'
import { hasCode } from '#contract/errors.ts'
import { CLOSE, isOwnClose } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { VISIT_ENDPOINTS } from '#contract/visit-endpoints.ts'
import { call } from '#web/api/call.ts'
import { useRoom, useRoomClient, useVisit } from '#web/socket/use-room.ts'

/** Asks the room by HTTP while its socket fails: if it answers, the network blocks sockets, or the visit is over. */
export function useBlockedNetwork(): void {
  const { barId, secret } = useVisit()
  const client = useRoomClient()
  const isFailing = useRoom(
    ({ connection, closeCode }) => connection === 'down' && !isOwnClose(closeCode ?? 0),
  )
  useEffect(() => {
    if (!isFailing) return
    const ask = () =>
      call(VISIT_ENDPOINTS.listBlocks, { barId }, undefined, { secret }).then(
        () => client.networkAsked(true),
        (error) => {
          client.networkAsked(false)
          // No socket can say so here.
          if (!hasCode(error, 'visit_ended', 'no_visit')) return
          client.store.dispatch({
            type: 'disconnected',
            code: CLOSE.unknownVisit,
            isBlocked: false,
          })
        },
      )
    // Jitter: the sockets of a whole room may fail at once.
    const timer = setInterval(ask, TIMINGS.networkAskedEveryMs * (1 + Math.random()))
    return () => clearInterval(timer)
  }, [client, barId, secret, isFailing])
}
