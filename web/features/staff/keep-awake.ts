import { onVisibility } from '#web/ui/on-visibility.ts'

/** Keeps the screen on while the page is visible, where the platform can. Returns how to end it. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null
  let isOver = false

  async function ask(): Promise<void> {
    if (document.visibilityState !== 'visible') return
    // Absent without HTTPS and in older browsers; refused on a low battery.
    const taken = await navigator.wakeLock?.request('screen').catch(() => null)
    if (isOver) void taken?.release()
    else lock = taken ?? null
  }
  // The platform releases it with each hiding of the page.
  const end = onVisibility(() => void ask())
  void ask()
  return () => {
    isOver = true
    end()
    void lock?.release()
  }
}
