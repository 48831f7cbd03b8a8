/** How much text a field takes. A limit in graphemes alone is no limit in size. */
export interface TextSize {
  graphemes: number
  /** UTF-16 units. */
  units: number
  /** In UTF-8. */
  bytes: number
}
