import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { sharedTexts } from '#contract/texts/shared.ts'
import { TIMINGS } from '#contract/timings.ts'
import { leaveEventually, saysVisitIsOver, stay } from '#web/api/visit.ts'
import { useRoom } from '#web/socket/use-room.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'

export interface LeavingOptions {
  barId: string
  secret: string
  /** The visit is over for this page. `tooLate`: "Ficar" was pressed after its end. */
  onOver: (how: 'left' | 'tooLate') => void
  /** "Ficar" was in time. */
  onStayed: () => void
}

export function useLeaving({ barId, secret, onOver, onStayed }: LeavingOptions) {
  const [isLeaving, setIsLeaving] = useState(false)
  const leavingEndsAt = useRoom((room) => room.leavingEndsAt)
  const current = useRef<Leaving | null>(null)
  const over = useEffectEvent(onOver)
  const stayed = useEffectEvent(onStayed)

  useEffect(() => {
    const leaving = new Leaving({
      leave: (signal) => leaveEventually(barId, secret, signal),
      stay: () => tryToStay(barId, secret),
      onChange: (isSo) => {
        setIsLeaving(isSo)
        if (!isSo) stayed()
      },
      onGiveUp: () => over('left'),
      onTooLate: () => over('tooLate'),
      onStayFailed: () =>
        showToast({
          ...(navigator.onLine
            ? { title: sharedTexts.error, description: sharedTexts.unexpectedError }
            : { title: sharedTexts.offlineTitle, description: sharedTexts.offlineHint }),
          tone: 'destructive',
        }),
    })
    current.current = leaving
    return () => leaving.dispose()
  }, [barId, secret])

  useEffect(() => current.current?.update(leavingEndsAt), [leavingEndsAt])

  return {
    isLeaving,
    leave: () => current.current?.leave(),
    stay: () => void current.current?.stay(),
  }
}

async function tryToStay(barId: string, secret: string): Promise<'staying' | 'over'> {
  try {
    await stay(barId, secret)
    return 'staying'
  } catch (error) {
    if (saysVisitIsOver(error)) return 'over'
    throw error
  }
}

interface LeavingCalls {
  /** Retries until the server has answered or the signal aborts. */
  leave: (signal: AbortSignal) => Promise<void>
  /** `over`: the visit has already ended. */
  stay: () => Promise<'staying' | 'over'>
  onChange: (isLeaving: boolean) => void
  /** The room did not confirm the end in time. */
  onGiveUp: () => void
  onTooLate: () => void
  onStayFailed: () => void
}

/** The stay request must not overtake the leave request. The visit ends 2 s after the latter. */
const STAY_WAITS_MS = 1_000

/**
 * From the press, or from the room's state after a reload, until the person stays or the page gives
 * up waiting. The room's own end of the visit closes the connection and is handled there.
 */
export class Leaving {
  #timer: ReturnType<typeof setTimeout> | undefined
  #request: AbortController | null = null
  #answered: Promise<void> | null = null
  #isLeaving = false
  readonly #calls: LeavingCalls

  constructor(calls: LeavingCalls) {
    this.#calls = calls
  }

  leave(): void {
    if (this.#request) return
    this.#request = new AbortController()
    this.#answered = this.#calls.leave(this.#request.signal)
    this.#begin()
  }

  /** When the visit ends, by the room; null if it does not. */
  update(endsAt: number | null): void {
    if (endsAt !== null) this.#begin()
    else if (!this.#request) this.#stop()
  }

  async stay(): Promise<void> {
    this.#request?.abort()
    this.#request = null
    clearTimeout(this.#timer)
    try {
      await Promise.race([this.#answered, new Promise((go) => setTimeout(go, STAY_WAITS_MS))])
      const outcome = await this.#calls.stay()
      if (outcome === 'over') this.#calls.onTooLate()
      else this.#stop()
    } catch {
      this.#calls.onStayFailed()
      this.#waitForEnd()
    }
  }

  /** Does not abort a leave request. */
  dispose(): void {
    clearTimeout(this.#timer)
  }

  #begin(): void {
    if (this.#isLeaving) return
    this.#isLeaving = true
    this.#calls.onChange(true)
    this.#waitForEnd()
  }

  #stop(): void {
    clearTimeout(this.#timer)
    if (!this.#isLeaving) return
    this.#isLeaving = false
    this.#calls.onChange(false)
  }

  #waitForEnd(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#calls.onGiveUp(), TIMINGS.leavingGivesUpMs)
  }
}
