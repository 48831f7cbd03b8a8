const SECOND_MS = 1_000
const HURRIED_PER_SECOND = 5
const RUSH_PER_SECOND = 20
/** Telling so many pages is so much work that being hurried counts as a rush. */
const MANY_PAGES = 500
const HURRIED_WINDOW_MS = 100
/** The longest that news wait. */
export const RUSH_WINDOW_MS = 500

/** How long news wait for company: not at all when they come alone, half a second in a rush. */
export class Rush {
  #times: number[] = []

  /** So many news have just come. */
  note(count: number, now: number): void {
    for (let one = 0; one < Math.min(count, RUSH_PER_SECOND + 1); one += 1) this.#times.push(now)
    this.#times = this.#times.filter((at) => at <= now && at > now - SECOND_MS)
  }

  /** By the rate of the last second, and by how many pages each frame goes to. */
  windowMs(pages: number): number {
    if (this.#times.length <= HURRIED_PER_SECOND) return 0
    const isRush = this.#times.length > RUSH_PER_SECOND || pages > MANY_PAGES
    return isRush ? RUSH_WINDOW_MS : HURRIED_WINDOW_MS
  }
}
