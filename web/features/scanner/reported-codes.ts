/** The same code under the camera is spoken of once in this time. */
export const REPORT_AGAIN_AFTER_MS = 5_000

/** Remembers what was refused, so that a live video does not repeat itself ten times a second. */
export class ReportedCodes {
  #reportedAt = new Map<string, number>()

  /** True the first time, and again when the code has been reported long enough ago. */
  mayReport(text: string, nowMs: number): boolean {
    const reportedAt = this.#reportedAt.get(text)
    if (reportedAt !== undefined && nowMs - reportedAt < REPORT_AGAIN_AFTER_MS) return false
    this.#reportedAt.set(text, nowMs)
    return true
  }
}
