/** How far this device's clock is ahead of the server's, in ms. 0 until the server has told its time. */
let aheadMs = 0

/** `at` in ms since 1970, as the server sent it. The way here counts as lead: seconds at worst. */
export function noteServerTime(at: number): void {
  if (Number.isFinite(at)) aheadMs = Date.now() - at
}

/** Ms since 1970 by the server's clock: people's phones are hours and days off. */
export function serverNow(): number {
  return Date.now() - aheadMs
}
