import { useRef, useState } from 'react'
import { showError } from './toast/show-error.ts'

/**
 * The words of the toast, or a function that returns them or shows the error elsewhere. A dialog can be
 * closed meanwhile: one that shows it in itself returns the words once it has gone.
 */
export type Explain<Args extends unknown[] = []> =
  | string
  // biome-ignore lint/suspicious/noConfusingVoidType: one that shows it elsewhere returns nothing
  | ((error: unknown, ...args: Args) => string | undefined | void)

/**
 * What a press does, once at a time: a second run meanwhile is refused. An error is explained once; without
 * `explain`, `run` throws it. Resolves to undefined if it was refused or has failed.
 */
export function useAct<Args extends unknown[], T>(
  act: (...args: Args) => Promise<T>,
  explain?: Explain<Args>,
): [run: (...args: Args) => Promise<T | undefined>, isBusy: boolean] {
  const [isBusy, setIsBusy] = useState(false)
  // The state changes with the next render: two presses may come before it.
  const isRunning = useRef(false)

  async function run(...args: Args): Promise<T | undefined> {
    if (isRunning.current) return undefined
    isRunning.current = true
    setIsBusy(true)
    try {
      return await act(...args)
    } catch (error) {
      if (!explain) throw error
      const words = typeof explain === 'string' ? explain : explain(error, ...args)
      if (words) showError(words)
      return undefined
    } finally {
      isRunning.current = false
      setIsBusy(false)
    }
  }
  return [run, isBusy]
}

/** Ends an act that leads to another page: the button stays busy until this page is gone. */
export function untilPageIsLeft(): Promise<never> {
  return new Promise(() => undefined)
}
