/** Text limits. Graphemes alone do not limit the size. */
export interface TextSize {
  graphemes: number
  /** UTF-16. */
  units: number
  /** UTF-8. */
  bytes: number
}
