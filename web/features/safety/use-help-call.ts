import { useEffect, useState } from 'react'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { hasCode } from '#contract/errors.ts'
import type { HelpKind, OwnHelp } from '#contract/help.ts'
import { TIMINGS } from '#contract/timings.ts'
import { call } from '#web/api/call.ts'
import { mintId } from '#web/session/mint-id.ts'
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

/** A call that the server has not answered yet. One id, so that its repeats are one call. */
interface Attempt {
  id: string
  kind: HelpKind
  hasFailed: boolean
}

export interface HelpCall {
  phase: HelpPhase
  kind: HelpKind | null
  call: (kind: HelpKind) => void
  /** "Já estou bem"; of a resolved call, that it was read. Rejects if the staff could not be told. */
  withdraw: () => Promise<void>
}

export function useHelpCall(): HelpCall {
  const { barId, secret } = useVisit()
  const connection = useRoomClient()
  const help = useRoom((room) => room.help)
  const [attempt, setAttempt] = useState<Attempt | null>(null)
  const told = help ?? attempt?.id ?? null
  const ageMs = help?.ageMs ?? 0
  const isLate = useHasLasted(told, TIMINGS.helpSeenWithinMs - ageMs)
  const isUnanswered = useHasLasted(told, TIMINGS.helpUnansweredMs - ageMs)

  async function send(one: Attempt): Promise<void> {
    const { id, kind } = one
    try {
      const answer = await call(ENDPOINTS.callHelp, { barId }, { id, kind }, { secret })
      connection.helped(answer.help)
      setAttempt((now) => (now?.id === id ? null : now))
    } catch {
      setAttempt((now) => (now?.id === id ? { ...now, hasFailed: true } : now))
    }
  }
  useRetries(attempt?.hasFailed === true, () => attempt && send(attempt))

  function callFor(kind: HelpKind): void {
    if (attempt) return
    const one = { id: mintId(), kind, hasFailed: false }
    setAttempt(one)
    void send(one)
  }

  async function withdraw(): Promise<void> {
    const id = help?.id ?? attempt?.id
    if (!id) return
    const isUnsent = !help
    if (isUnsent) setAttempt(null)
    try {
      const options = { secret, keepalive: true }
      const answer = await call(ENDPOINTS.withdrawHelp, { barId }, { id }, options)
      connection.helped(answer.help)
    } catch (error) {
      // The call may never have arrived. If it has, the room's next frame shows it.
      const isOver = hasCode(error, 'visit_ended')
      if (!isUnsent && !isOver) throw error
    }
  }
  const kind = attempt?.kind ?? help?.kind ?? null
  return { phase: toPhase(attempt, help, { isLate, isUnanswered }), kind, call: callFor, withdraw }
}

function toPhase(
  attempt: Attempt | null,
  help: { state: 'open' | 'coming' | 'resolved'; isSeen: boolean } | null,
  { isLate, isUnanswered }: { isLate: boolean; isUnanswered: boolean },
): HelpPhase {
  if (help && (help.state !== 'resolved' || !attempt)) {
    if (help.state !== 'open') return help.state
    if (help.isSeen) return isUnanswered ? 'unanswered' : 'told'
    return isLate ? 'unseen' : 'sending'
  }
  if (!attempt) return 'none'
  return attempt.hasFailed || isLate ? 'unsent' : 'sending'
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
