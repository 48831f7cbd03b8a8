import { LIMITS } from '#contract/limits.ts'
import { readMessageText } from '#contract/message.ts'
import { countGraphemes, toParagraphs } from '#contract/plain-text.ts'

export interface Measure {
  isEmpty: boolean
  isTooLong: boolean
  /** Said near the end; negative beyond it. */
  left: number | null
}

/** How a text stands against the limits of a message. */
export function measure(typed: string): Measure {
  const text = toParagraphs(typed)
  const isTooLong = readMessageText(text) === null
  // Counting graphemes costs; a text cannot have more of them than it has code units.
  const count = text.length < LIMITS.composerCountsFrom ? text.length : countGraphemes(text)
  const left = count >= LIMITS.composerCountsFrom ? LIMITS.messageGraphemes - count : null
  return { isEmpty: text === '', isTooLong, left }
}

interface Kept {
  read: () => string
  write: (text: string) => void
}

/**
 * What is being typed. It changes at once and not with the next drawing, so that a text that was
 * taken cannot be taken again however fast Enter repeats.
 */
export class ComposerDraft {
  #text: string
  readonly #kept: Kept
  readonly #listeners = new Set<() => void>()

  constructor(kept: Kept) {
    this.#kept = kept
    this.#text = kept.read()
  }

  readonly read = (): string => this.#text

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  type(text: string): void {
    this.#text = text
    this.#kept.write(text)
    for (const listener of this.#listeners) listener()
  }

  /** Hands the text over and is empty; null where there is nothing that could be sent. */
  take(): string | null {
    const { isEmpty, isTooLong } = measure(this.#text)
    if (isEmpty || isTooLong) return null
    const text = toParagraphs(this.#text)
    this.type('')
    return text
  }
}

interface Key {
  key: string
  shiftKey: boolean
  isComposing: boolean
  keyCode: number
}

/** Enter sends, Shift+Enter breaks the line; the Enter that ends an accent or a word does neither. */
export function isSendKey({ key, shiftKey, isComposing, keyCode }: Key): boolean {
  const endsComposition = isComposing || keyCode === 229 // Safari says it only so
  return key === 'Enter' && !shiftKey && !endsComposition
}
