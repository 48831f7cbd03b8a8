import type { RefObject } from 'react'
import { useLayoutEffect } from 'react'

/** Takes over what somebody typed into a field that the build has drawn, before the scripts came. */
export function useEarlyInput(
  input: RefObject<HTMLInputElement | null>,
  take: (text: string) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: at the first drawing alone
  useLayoutEffect(() => {
    const typed = input.current?.value
    if (typed) take(typed)
  }, [])
}
