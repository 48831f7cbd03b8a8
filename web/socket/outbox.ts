import type { Bucket, BucketSize } from '#contract/bucket.ts'
import { refilled, spent } from '#contract/bucket.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Message } from '#contract/message.ts'
import type { ClientMessage } from '#contract/protocol.ts'
import type { Refusal } from '#contract/refusals.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { Unsent } from '#web/session/kept-outbox.ts'

const PACE = { burst: LIMITS.sayPairBurst, perSecond: LIMITS.sayPairPerSecond }
const WAIT_MS = 1_000 / LIMITS.sayPairPerSecond

interface OutboxCallbacks {
  /** False without an open connection. */
  send: (message: ClientMessage) => boolean
  onChange: (unsent: readonly Unsent[]) => void
  /** No answer in time: the connection is dead, and the next one resends. */
  onSilence: () => void
}

/**
 * The only sender of messages. Keeps each until `stored` or `refused`. A conversation has one
 * message in flight at a time, so that a retry never overtakes. Retries keep their id: the room
 * recognises repeats by it.
 */
export class Outbox {
  #unsent: readonly Unsent[]
  readonly #inFlight = new Set<string>()
  /** Rate limit by partner: many messages written offline wait here. */
  readonly #paces = new Map<string, Bucket>()
  #paceTimer: ReturnType<typeof setTimeout> | undefined
  #answerTimer: ReturnType<typeof setTimeout> | undefined
  readonly #callbacks: OutboxCallbacks
  readonly #size: BucketSize

  /** `size` is the room's rate limit for one partner; a load test raises both. */
  constructor(kept: readonly Unsent[], callbacks: OutboxCallbacks, size: BucketSize = PACE) {
    this.#unsent = kept
    this.#callbacks = callbacks
    this.#size = size
  }

  get unsent(): readonly Unsent[] {
    return this.#unsent
  }

  add(message: Unsent): void {
    this.#change([...this.#unsent, message])
    this.#pump()
  }

  /** A retried message goes last: later ones were already sent. */
  retry(id: string): void {
    const refused = this.#unsent.find((one) => one.id === id && one.refusal !== null)
    if (!refused) return
    this.#change([...this.#without(id), { ...refused, refusal: null }])
    this.#pump()
  }

  discard(id: string): void {
    if (this.#inFlight.has(id)) return
    this.#change(this.#without(id))
  }

  connected(): void {
    this.#inFlight.clear()
    this.#pump()
  }

  disconnected(): void {
    clearTimeout(this.#paceTimer)
    clearTimeout(this.#answerTimer)
    this.#inFlight.clear()
  }

  stored(message: Message): void {
    const known = this.#unsent.find((one) => one.id === message.id)
    if (!known) return
    this.#inFlight.delete(message.id)
    // Counted at the answer: after a slow send the next one would be too early.
    this.#paces.set(known.to, spent(this.#paceOf(known.to), this.#size, Date.now()))
    this.#change(this.#without(message.id))
    this.#pump()
  }

  refused(id: string, reason: Refusal): boolean {
    const known = this.#unsent.some((one) => one.id === id && one.refusal === null)
    if (!known) return false
    this.#inFlight.delete(id)
    this.#change(this.#unsent.map((one) => (one.id === id ? { ...one, refusal: reason } : one)))
    this.#pump()
    return true
  }

  #pump(): void {
    clearTimeout(this.#paceTimer)
    this.#sendNext()
    this.#awaitAnswer()
  }

  #sendNext(): void {
    const busy = new Set(
      this.#unsent.filter((one) => this.#inFlight.has(one.id)).map((one) => one.to),
    )
    for (const { id, to, text, refusal } of this.#unsent) {
      if (refusal !== null || busy.has(to)) continue
      busy.add(to)
      const { tokens } = this.#paceOf(to)
      if (tokens < 1) {
        this.#paceTimer = setTimeout(() => this.#pump(), (1 - tokens) * WAIT_MS)
        continue
      }
      if (!this.#callbacks.send({ type: 'say', id, to, text })) return
      this.#inFlight.add(id)
    }
  }

  #awaitAnswer(): void {
    clearTimeout(this.#answerTimer)
    if (this.#inFlight.size === 0) return
    this.#answerTimer = setTimeout(() => this.#callbacks.onSilence(), TIMINGS.pongWithinMs)
  }

  /** A lower bound of what the room allows: it counted no later than its answer. */
  #paceOf(to: string): Bucket {
    const now = Date.now()
    const full = { tokens: this.#size.burst, at: now }
    return refilled(this.#paces.get(to) ?? full, this.#size, now)
  }

  #without(id: string): readonly Unsent[] {
    return this.#unsent.filter((one) => one.id !== id)
  }

  #change(unsent: readonly Unsent[]): void {
    this.#unsent = unsent
    this.#callbacks.onChange(unsent)
  }
}

/** A partner without changes keeps the same list. */
export function groupByPartner(
  unsent: readonly Unsent[],
  before: ReadonlyMap<string, readonly Unsent[]>,
): ReadonlyMap<string, readonly Unsent[]> {
  const groups = new Map<string, readonly Unsent[]>()
  for (const one of unsent) groups.set(one.to, [...(groups.get(one.to) ?? []), one])
  for (const [to, group] of groups) {
    const old = before.get(to)
    if (old?.length === group.length && old.every((one, at) => one === group[at]))
      groups.set(to, old)
  }
  return groups
}
