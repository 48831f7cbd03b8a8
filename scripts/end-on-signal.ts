/** Calls `end` once, at the first Ctrl+C or SIGTERM. A second signal changes nothing. */
export function endOnSignal(end: () => Promise<void>): void {
  let ending = false
  const once = (): void => {
    if (ending) return
    ending = true
    void end()
  }
  process.on('SIGINT', once)
  process.on('SIGTERM', once)
  process.on('SIGHUP', once)
}
