import { TIMINGS } from '#contract/timings.ts'

/** Which bars are on the screen: known at once, then 300 ms after scrolling has stopped. */
export class ShownBars {
  readonly #onSettled: (barIds: readonly string[]) => void
  readonly #barIds = new Map<Element, string>()
  readonly #visible = new Set<Element>()
  readonly #observer: IntersectionObserver
  #scrolling: AbortController | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #isScrolling = false

  constructor(onSettled: (barIds: readonly string[]) => void) {
    this.#onSettled = onSettled
    this.#observer = new IntersectionObserver((entries) => this.#note(entries))
  }

  observe(element: Element, barId: string): () => void {
    this.#barIds.set(element, barId)
    this.#observer.observe(element)
    this.#watchScrolling()
    return () => {
      this.#observer.unobserve(element)
      this.#barIds.delete(element)
      if (this.#visible.delete(element)) this.#settleSoon()
      if (this.#barIds.size > 0) return
      this.#scrolling?.abort()
      this.#scrolling = null
    }
  }

  #watchScrolling(): void {
    if (this.#scrolling) return
    this.#scrolling = new AbortController()
    // Captures the event of every element: lists scroll in their own.
    const options = { capture: true, passive: true, signal: this.#scrolling.signal }
    document.addEventListener('scroll', () => this.#scrolled(), options)
  }

  #note(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.#visible.add(target)
      else this.#visible.delete(target)
    }
    if (!this.#isScrolling) this.#settleSoon()
  }

  #scrolled(): void {
    this.#isScrolling = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#isScrolling = false
      this.#settle()
    }, TIMINGS.boardCalmMs)
  }

  /** Together with what React changes at the same time. */
  #settleSoon(): void {
    if (this.#isScrolling) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#settle(), 0)
  }

  #settle(): void {
    this.#onSettled([...this.#visible].flatMap((element) => this.#barIds.get(element) ?? []))
  }
}
