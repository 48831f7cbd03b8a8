import type { BarCount, BarCounts, MonitorChanges, MonitorMessage } from '#contract/monitor.ts'
import type { RoomReport } from './report.ts'

type Snapshot = Extract<MonitorMessage, { type: 'snapshot' }>

/** How many are in which bar while somebody watches, and what the next frame tells of it. */
export class Counts {
  #number = 0
  readonly #counts = new Map<string, BarCount>()
  readonly #changed = new Set<string>()
  #entered: MonitorChanges['entered'] = []
  #left: MonitorChanges['left'] = []
  /** After a restart pages read their list of bars anew. */
  #barList = crypto.randomUUID().slice(0, 8)
  #isBarListNew = false

  get hasChanges(): boolean {
    return this.#isBarListNew || this.#changed.size + this.#entered.length + this.#left.length > 0
  }

  knows(barId: string): boolean {
    return this.#counts.has(barId)
  }

  noteBarsChanged(): void {
    this.#barList = crypto.randomUUID().slice(0, 8)
    this.#isBarListNew = true
  }

  apply({ barId, online, total, entered = [], left = [] }: RoomReport): void {
    const before = this.#counts.get(barId) ?? [0, 0]
    if (before[0] !== online || before[1] !== total) this.#changed.add(barId)
    if (total > 0) this.#counts.set(barId, [online, total])
    else this.#counts.delete(barId)
    this.#entered.push(...entered.map((person) => ({ barId, ...person })))
    this.#left.push(...left.map((person) => ({ barId, ...person })))
  }

  snapshot(): Snapshot {
    const counts = Object.fromEntries(this.#counts)
    return { type: 'snapshot', number: this.#number, barList: this.#barList, counts }
  }

  still(): MonitorMessage {
    return { type: 'still', number: this.#number }
  }

  takeChanges(): MonitorChanges {
    this.#number += 1
    const counts: BarCounts = {}
    for (const barId of this.#changed) counts[barId] = this.#counts.get(barId) ?? [0, 0]
    const [entered, left] = [this.#entered, this.#left]
    this.#changed.clear()
    this.#entered = []
    this.#left = []
    this.#isBarListNew = false
    return { type: 'changes', number: this.#number, barList: this.#barList, counts, entered, left }
  }
}
