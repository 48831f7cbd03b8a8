import { LIMITS } from '#contract/limits.ts'
import { readMessageText } from '#contract/message.ts'
import { countGraphemes, toParagraphs } from '#contract/plain-text.ts'
import { Cell } from '#web/ui/cell.ts'

export interface Measure {
  isEmpty: boolean
  isTooLong: boolean
  /** Graphemes that may follow; null far from the limit, negative beyond it. */
  remaining: number | null
}

export function measure(typed: string): Measure {
  const text = toParagraphs(typed)
  const isTooLong = readMessageText(text) === null
  // Counting graphemes is slow. A text never has more of them than code units.
  const count = text.length < LIMITS.composerCountsFrom ? text.length : countGraphemes(text)
  const remaining = count >= LIMITS.composerCountsFrom ? LIMITS.messageGraphemes - count : null
  return { isEmpty: text === '', isTooLong, remaining }
}

interface Kept {
  read: () => string
  write: (text: string) => void
}

/** Synchronous, unlike React state: a text is taken only once, however fast Enter repeats. */
export class ComposerDraft extends Cell<string> {
  readonly #kept: Kept

  constructor(kept: Kept) {
    super(kept.read())
    this.#kept = kept
  }

  type(text: string): void {
    this.#kept.write(text)
    this.set(text)
  }

  /** Returns the text and clears it; null if there is nothing to send. */
  take(): string | null {
    const { isEmpty, isTooLong } = measure(this.read())
    if (isEmpty || isTooLong) return null
    const text = toParagraphs(this.read())
    this.type('')
    return text
  }
}

interface Key {
  key: string
  shiftKey: boolean
  keyCode: number
}

/**
 * Enter sends, Shift+Enter breaks the line. Enter that ends an IME composition, whose key code is 229, does
 * neither. Gboard's Enter is "composing" too, with key code 13.
 */
export function isSendKey({ key, shiftKey, keyCode }: Key): boolean {
  return key === 'Enter' && !shiftKey && keyCode !== 229
}
