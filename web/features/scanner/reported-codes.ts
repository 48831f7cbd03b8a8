export const REPORT_AGAIN_AFTER_MS = 5_000

export class ReportedCodes {
  #reportedAt = new Map<string, number>()

  /** True the first time, and again after `REPORT_AGAIN_AFTER_MS`. */
  mayReport(text: string, nowMs: number): boolean {
    const reportedAt = this.#reportedAt.get(text)
    if (reportedAt !== undefined && nowMs - reportedAt < REPORT_AGAIN_AFTER_MS) return false
    this.#reportedAt.set(text, nowMs)
    return true
  }
}
