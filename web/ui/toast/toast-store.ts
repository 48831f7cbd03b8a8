import type { ReactNode } from 'react'
import { Cell } from '#web/ui/cell.ts'

export interface ToastRequest {
  /** An element can be pressed. */
  title: ReactNode
  description?: string | undefined
  hint?: string | undefined
  tone?: ToastTone | undefined
  /** Language of the words, if not the page's. */
  lang?: string | undefined
}
/** `news`: arrivals and departures. `message`: from a person. All others answer a press. */
type ToastTone = 'default' | 'news' | 'message' | 'success' | 'destructive'

export interface Toast {
  id: number
  title: ReactNode
  description: string | undefined
  hint: string | undefined
  tone: ToastTone
  lang: string | undefined
}

const SHOWN_FOR_MS = 4_000
/** Trouble takes longer to read. */
const TROUBLE_SHOWN_FOR_MS = 8_000
const NEWS = 0
const ANSWER = 2
const RANKS: Record<ToastTone, number> = {
  news: NEWS,
  message: 1,
  default: ANSWER,
  success: ANSWER,
  destructive: ANSWER,
}
const WAITING_MAX = 3

/** The toast on the screen, one at a time. Its timer pauses while the focus is in it. */
export class ToastStore extends Cell<Toast | null> {
  #waiting: Toast[] = []
  #lastId = 0
  #paused = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super(null)
  }

  /**
   * An answer replaces what is shown, and a message replaces news. All else waits. A success ends errors.
   * `earlier` is the id of a toast that this one takes the place of.
   */
  show(request: ToastRequest, earlier = 0): number {
    const { title, description, hint, tone = 'default', lang } = request
    if (tone === 'success') this.dismissErrors()
    this.#lastId += 1
    const toast = { id: this.#lastId, title, description, hint, tone, lang }
    const shown = this.read()
    const rank = RANKS[tone]
    this.#waiting = this.#waiting.filter(({ id }) => id !== earlier)
    if (shown && shown.id !== earlier && rank < ANSWER && RANKS[shown.tone] >= rank) {
      this.#waiting = [...this.#waiting, toast].slice(-WAITING_MAX)
    } else {
      this.#put(toast)
    }
    return toast.id
  }

  /** Replaces the words of a toast that is shown or waits, without more time. False if it is gone. */
  update(id: number, words: Pick<ToastRequest, 'description' | 'hint'>): boolean {
    const change = (toast: Toast): Toast => (toast.id === id ? { ...toast, ...words } : toast)
    const shown = this.read()
    if (shown?.id !== id) {
      const waits = this.#waiting.some((toast) => toast.id === id)
      this.#waiting = this.#waiting.map(change)
      return waits
    }
    this.set(change(shown))
    return true
  }

  /** The page has changed, or what had failed has come. */
  dismissErrors(): void {
    this.#waiting = this.#waiting.filter(({ tone }) => tone !== 'destructive')
    if (this.read()?.tone === 'destructive') this.dismissShown()
  }

  dismiss(id: number): void {
    this.#waiting = this.#waiting.filter((toast) => toast.id !== id)
    if (this.read()?.id !== id) return
    this.#paused = false
    this.#put(this.#waiting.shift() ?? null)
  }

  dismissShown(): void {
    this.dismiss(this.read()?.id ?? 0)
  }

  pause(): void {
    this.#paused = true
    clearTimeout(this.#timer)
  }

  /** Gives the shown toast its full time again. */
  prolong(): void {
    if (!this.#paused) this.#startTimer()
  }

  resume(): void {
    if (!this.#paused) return
    this.#paused = false
    this.#startTimer()
  }

  #put(toast: Toast | null): void {
    this.set(toast)
    if (!this.#paused) this.#startTimer()
  }

  #startTimer(): void {
    clearTimeout(this.#timer)
    const shown = this.read()
    if (!shown) return
    const shownForMs = shown.tone === 'destructive' ? TROUBLE_SHOWN_FOR_MS : SHOWN_FOR_MS
    this.#timer = setTimeout(() => this.dismiss(shown.id), shownForMs)
  }
}
