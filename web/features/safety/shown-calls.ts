import { LIMITS } from '#contract/limits.ts'
import { TIMINGS } from '#contract/timings.ts'
import { onVisibility } from '#web/ui/on-visibility.ts'
import type { Alarm } from './alarm.ts'
import type { DeskStore } from './help-desk.ts'
import { orderCalls } from './help-desk.ts'

/** Sends one confirmation: the calls of a bar that this screen shows, and whether it rings. */
export type ConfirmShown = (barId: string, ids: readonly string[], rings: boolean) => void

/**
 * Confirms to each room the open calls that are on the screen: one frame at each change, and again until
 * the room says that they are seen. A room drops frames that come too often.
 */
export class ShownCalls {
  readonly #desk: DeskStore
  readonly #alarm: Pick<Alarm, 'isOn' | 'sounds' | 'subscribe'>
  readonly #confirm: ConfirmShown
  /** Counts the places where a call is drawn. */
  readonly #drawn = new Map<string, number>()
  /** The last confirmation of each bar. */
  readonly #sent = new Map<string, string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #isStopped = true
  #isSettling = false

  constructor(
    desk: DeskStore,
    alarm: Pick<Alarm, 'isOn' | 'sounds' | 'subscribe'>,
    confirm: ConfirmShown,
  ) {
    this.#desk = desk
    this.#alarm = alarm
    this.#confirm = confirm
  }

  /** Returns how to stop. */
  start(): () => void {
    this.#isStopped = false
    const changed = () => this.#settleSoon(0)
    const ends = [
      this.#desk.subscribe(changed),
      this.#alarm.subscribe(changed),
      onVisibility(changed),
    ]
    changed()
    return () => {
      this.#isStopped = true
      clearTimeout(this.#timer)
      for (const end of ends) end()
    }
  }

  /** Notes that a card or a line shows the call. The returned function ends it. */
  show(id: string): () => void {
    this.#drawn.set(id, (this.#drawn.get(id) ?? 0) + 1)
    this.#settleSoon(0)
    return () => {
      const left = (this.#drawn.get(id) ?? 1) - 1
      if (left > 0) this.#drawn.set(id, left)
      else this.#drawn.delete(id)
    }
  }

  #settleSoon(afterMs: number): void {
    if (this.#isStopped) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      if (this.#isSettling) return this.#settleSoon(TIMINGS.helpShownAtOnceMs)
      this.#isSettling = true
      void this.#settle().finally(() => {
        this.#isSettling = false
      })
    }, afterMs)
  }

  async #settle(): Promise<void> {
    const isVisible = () => document.visibilityState === 'visible'
    if (!isVisible() || this.#unseen().size === 0) return this.#sent.clear()
    const rings = (await this.#alarm.sounds()) && this.#alarm.isOn()
    if (this.#isStopped || !isVisible()) return
    for (const [barId, ids] of this.#unseen()) this.#send(barId, ids, rings)
    // An alarm that is off says so when it changes. One that is on may be silent for a moment.
    if (this.#alarm.isOn()) this.#settleSoon(TIMINGS.helpShownEveryMs)
  }

  #send(barId: string, ids: readonly string[], rings: boolean): void {
    const said = JSON.stringify([ids, rings, this.#desk.read().live.get(barId)])
    if (!rings && this.#sent.get(barId) === said) return
    this.#sent.set(barId, said)
    this.#confirm(barId, ids, rings)
  }

  /** The ids of each live bar, in the order of the board. */
  #unseen(): Map<string, string[]> {
    const state = this.#desk.read()
    const unseen = new Map<string, string[]>()
    for (const { barId, id, state: stands, isSeen } of orderCalls(state)) {
      if (stands !== 'open' || isSeen || !this.#drawn.has(id) || !state.live.has(barId)) continue
      const ids = unseen.get(barId) ?? []
      unseen.set(barId, ids)
      if (ids.length < LIMITS.helpShownIds) ids.push(id)
    }
    return unseen
  }
}
