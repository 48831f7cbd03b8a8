import type { RefObject } from 'react'
import { useLayoutEffect } from 'react'

/** Takes over text typed into a prerendered field before hydration. */
export function useEarlyInput(
  input: RefObject<HTMLInputElement | null>,
  take: (text: string) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only at the first render
  useLayoutEffect(() => {
    const typed = input.current?.value
    if (typed) take(typed)
  }, [])
}
