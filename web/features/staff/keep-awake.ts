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
  const again = () => void ask()
  document.addEventListener('visibilitychange', again)
  void ask()
  return () => {
    isOver = true
    document.removeEventListener('visibilitychange', again)
    void lock?.release()
  }
}
