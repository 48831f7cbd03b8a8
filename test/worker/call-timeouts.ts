import { vi } from 'vitest'
import { CALL_TIMEOUT_MS } from '#worker/call-timeout.ts'

/** Returns a function that ends every call that has not answered, as if its time were over. */
export function holdCallTimeouts(): () => void {
  const held = new Map<unknown, () => void>()
  const { setTimeout, clearTimeout } = globalThis
  const hold = (act: () => void, ms = 0) => {
    const timer = setTimeout(act, ms)
    if (ms === CALL_TIMEOUT_MS) held.set(timer, act)
    return timer
  }
  const clear = (timer: ReturnType<typeof setTimeout> | null) => {
    held.delete(timer)
    clearTimeout(timer)
  }
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(hold as typeof setTimeout)
  vi.spyOn(globalThis, 'clearTimeout').mockImplementation(clear as typeof clearTimeout)
  return () => {
    for (const act of held.values()) act()
  }
}
