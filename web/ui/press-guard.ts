/** How long presses are ignored. */
export const SETTLES_MS = 150

/** Ignores presses just after something has moved: they were aimed at what stood there before. */
export class PressGuard {
  #pressableAt = 0

  readonly settle = (): void => {
    this.#pressableAt = performance.now() + SETTLES_MS
  }

  readonly ignoreEarly = (press: Pick<Event, 'preventDefault' | 'stopPropagation'>): void => {
    if (performance.now() >= this.#pressableAt) return
    press.preventDefault()
    press.stopPropagation()
  }
}
