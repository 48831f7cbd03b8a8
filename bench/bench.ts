/** One budget of the product, measured. */
export interface Bench {
  /** What is measured, in a line. */
  title: string
  measure: () => Promise<Measurement>
}

export interface Measurement {
  /** Markdown, as docs/performance.md holds it. */
  report: string
  verdicts: Verdict[]
}

export interface Verdict {
  claim: string
  found: string
  isKept: boolean
}
