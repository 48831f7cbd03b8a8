import { useEffect, useEffectEvent, useState } from 'react'
import { hasCode } from '#contract/errors.ts'
import type { HelpKind, HelpRequest, OwnHelp } from '#contract/help.ts'
import { TIMINGS } from '#contract/timings.ts'
import { VISIT_ENDPOINTS } from '#contract/visit-endpoints.ts'
import { call } from '#web/api/call.ts'
import { keptCallItem } from '#web/session/kept-call.ts'
import { mintId } from '#web/session/mint-id.ts'
import { useStored } from '#web/session/stored-item.ts'
import { useRoom, useRoomClient, useVisit } from '#web/socket/use-room.ts'
import { useRetries } from '#web/ui/use-retries.ts'

type HelpPhase =
  | 'none'
  | 'sending'
  /** The server has not answered, so the call may not have left the phone. */
  | 'unsent'
  /** No board has answered within five seconds. */
  | 'unseen'
  /** A board has answered that it shows the call and rings. */
  | 'told'
  /** A board has, and nobody says that they are on their way. */
  | 'unanswered'
  | 'coming'
  | 'resolved'

export interface HelpCall {
  phase: HelpPhase
  kind: HelpKind | null
  call: (kind: HelpKind) => void
  /** "Já estou bem"; of a resolved call, that it was read. Rejects if the staff could not be told. */
  withdraw: () => Promise<void>
}

/** A frame is newer than an answer by HTTP that arrives after it. */
export function useHelpCall(): HelpCall {
  const { barId, secret } = useVisit()
  const connection = useRoomClient()
  const help = useRoom((room) => room.help)
  const kept = useStored(keptCallItem)
  const attempt = kept?.barId === barId ? kept : null
  // The page may have been reloaded before the call was answered.
  const [hasFailed, setHasFailed] = useState(attempt !== null)
  // A resolved call says nothing of the one that follows it.
  const counted = attempt && help?.state === 'resolved' ? null : help
  const told = counted ?? attempt?.id ?? null
  const ageMs = counted?.ageMs ?? 0
  const isLate = useHasLasted(told, TIMINGS.helpSeenWithinMs - ageMs)
  const isUnanswered = useHasLasted(told, TIMINGS.helpUnansweredMs - ageMs)

  async function send({ id, kind }: HelpRequest): Promise<void> {
    try {
      const answer = await call(VISIT_ENDPOINTS.callHelp, { barId }, { id, kind }, { secret })
      // Without it the person has withdrawn the call.
      if (keptCallItem.read()?.id !== id) return
      if (connection.store.read().help?.id !== answer.help?.id) connection.helped(answer.help)
      keptCallItem.remove()
    } catch {
      setHasFailed(true)
    }
  }
  useRetries(attempt !== null && hasFailed, () => attempt && send(attempt))
  useAnswersWithoutSocket()

  function callFor(kind: HelpKind): void {
    if (attempt) return
    const request = { id: mintId(), kind }
    setHasFailed(false)
    keptCallItem.write({ barId, ...request })
    void send(request)
  }

  async function withdraw(): Promise<void> {
    const id = attempt?.id ?? help?.id
    if (!id) return
    const isUnsent = help?.id !== id
    keptCallItem.remove()
    try {
      const options = { secret, keepalive: true }
      const answer = await call(VISIT_ENDPOINTS.withdrawHelp, { barId }, { id }, options)
      if (connection.store.read().help?.id === help?.id) connection.helped(answer.help)
    } catch (error) {
      // The call may never have arrived. If it has, the room's next frame shows it.
      const isOver = hasCode(error, 'visit_ended')
      if (!isUnsent && !isOver) throw error
    }
  }
  const kind = attempt?.kind ?? help?.kind ?? null
  const phase = toPhase({ attempt, help, hasFailed, isLate, isUnanswered })
  return { phase, kind, call: callFor, withdraw }
}

interface CallState {
  attempt: HelpRequest | null
  help: OwnHelp | null
  hasFailed: boolean
  isLate: boolean
  isUnanswered: boolean
}

function toPhase({ attempt, help, hasFailed, isLate, isUnanswered }: CallState): HelpPhase {
  if (help && (help.state !== 'resolved' || !attempt)) {
    if (help.state !== 'open') return help.state
    if (help.isSeen) return isUnanswered ? 'unanswered' : 'told'
    return isLate ? 'unseen' : 'sending'
  }
  if (!attempt) return 'none'
  return hasFailed || isLate ? 'unsent' : 'sending'
}

/** Whether the value has stayed the same for `ms`. Null never has. */
function useHasLasted(value: OwnHelp | string | null, ms: number): boolean {
  const [lasted, setLasted] = useState<typeof value>(null)
  useEffect(() => {
    const timer = setTimeout(() => setLasted(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return value !== null && (ms <= 0 || lasted === value)
}

/** The answers of the staff come by frames. While there is no socket, the repeated request brings them. */
function useAnswersWithoutSocket(): void {
  const { barId, secret } = useVisit()
  const client = useRoomClient()
  const isUnheard = useRoom(
    ({ connection, help }) =>
      (connection === 'connecting' || connection === 'down') && help && help.state !== 'resolved',
  )
  const ask = useEffectEvent(async () => {
    const { help } = client.store.read()
    if (!help) return
    const { id, kind } = help
    const answer = await call(VISIT_ENDPOINTS.callHelp, { barId }, { id, kind }, { secret })
    if (client.store.read().help === help) client.helped(answer.help)
  })
  useEffect(() => {
    if (!isUnheard) return
    const timer = setInterval(() => ask().catch(() => undefined), TIMINGS.helpAskedEveryMs)
    return () => clearInterval(timer)
  }, [isUnheard])
}
