import type { ReactNode } from 'react'

export interface ToastRequest {
  /** An element can be pressed. */
  title: ReactNode
  description?: string | undefined
  hint?: string | undefined
  tone?: ToastTone | undefined
  /** Language of the words, if not the page's. */
  lang?: string | undefined
}
type ToastTone = 'default' | 'message' | 'success' | 'destructive'

export interface Toast {
  id: number
  title: ReactNode
  description: string | undefined
  hint: string | undefined
  tone: ToastTone
  lang: string | undefined
}

export const MAX_TOASTS = 3
const SHOWN_FOR_MS: Record<ToastTone, number> = {
  default: 5_000,
  message: 5_000,
  success: 5_000,
  destructive: 8_000,
}

/** Newest last. Timers pause while a pointer or the focus is in a toast. */
export class ToastStore {
  #toasts: readonly Toast[] = []
  #lastId = 0
  #paused = false
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>()
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly read = (): readonly Toast[] => this.#toasts

  /** Repeated words replace their toast: announced again, not stacked. A success ends errors. */
  show({ title, description, hint, tone = 'default', lang }: ToastRequest): number {
    if (tone === 'success') this.dismissErrors()
    this.#lastId += 1
    const toast = { id: this.#lastId, title, description, hint, tone, lang }
    const others = this.#toasts.filter((shown) => !saysTheSame(shown, toast))
    this.#replace([...others, toast].slice(-MAX_TOASTS))
    if (!this.#paused) this.#startTimer(toast)
    return toast.id
  }

  /** The page has changed, or what had failed has come. */
  dismissErrors(): void {
    this.#replace(this.#toasts.filter(({ tone }) => tone !== 'destructive'))
  }

  dismiss(id: number): void {
    this.#replace(this.#toasts.filter((toast) => toast.id !== id))
  }

  dismissNewest(): void {
    this.#replace(this.#toasts.slice(0, -1))
  }

  pause(): void {
    this.#paused = true
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }

  resume(): void {
    if (!this.#paused) return
    this.#paused = false
    for (const toast of this.#toasts) this.#startTimer(toast)
  }

  #startTimer({ id, tone }: Toast): void {
    this.#timers.set(
      id,
      setTimeout(() => this.dismiss(id), SHOWN_FOR_MS[tone]),
    )
  }

  #replace(toasts: readonly Toast[]): void {
    const gone = this.#toasts.filter((toast) => !toasts.includes(toast))
    for (const { id } of gone) {
      clearTimeout(this.#timers.get(id))
      this.#timers.delete(id)
    }
    if (toasts.length === 0) this.#paused = false
    this.#toasts = toasts
    for (const listener of this.#listeners) listener()
  }
}

function saysTheSame(one: Toast, other: Toast): boolean {
  return (
    one.title === other.title &&
    one.description === other.description &&
    one.hint === other.hint &&
    one.tone === other.tone
  )
}
