const SECOND_MS = 1_000
const HURRIED_PER_SECOND = 5
const RUSH_PER_SECOND = 20
const HURRIED_WINDOW_MS = 100
const RUSH_WINDOW_MS = 500

/** How long news wait for company: not at all when they come alone, half a second in a rush. */
export class Rush {
  #times: number[] = []

  note(count: number, now: number): void {
    for (let one = 0; one < Math.min(count, RUSH_PER_SECOND + 1); one += 1) this.#times.push(now)
    this.#times = this.#times.filter((at) => at <= now && at > now - SECOND_MS)
  }

  /** By the rate of the last second. */
  get windowMs(): number {
    if (this.#times.length > RUSH_PER_SECOND) return RUSH_WINDOW_MS
    return this.#times.length > HURRIED_PER_SECOND ? HURRIED_WINDOW_MS : 0
  }
}
