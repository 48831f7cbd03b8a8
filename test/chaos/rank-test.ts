/**
 * The two-sided p value of the Mann-Whitney rank test, by its normal approximation with ties: how
 * likely two samples of one distribution differ in their ranks at least as much as these.
 */
export function rankTest(some: readonly number[], others: readonly number[]): number {
  const all = [...some, ...others].sort((one, other) => one - other)
  const ranks = new Map<number, number>()
  let ties = 0
  for (let at = 0; at < all.length; ) {
    const value = all[at] ?? 0
    const end = all.lastIndexOf(value) + 1
    ranks.set(value, (at + 1 + end) / 2)
    ties += (end - at) ** 3 - (end - at)
    at = end
  }
  const [n, m, both] = [some.length, others.length, all.length]
  const rankSum = some.reduce((sum, value) => sum + (ranks.get(value) ?? 0), 0)
  const deviation = Math.abs(rankSum - (n * (both + 1)) / 2)
  const variance = ((n * m) / 12) * (both + 1 - ties / (both * (both - 1)))
  return variance === 0 ? 1 : complementOfError(deviation / Math.sqrt(2 * variance))
}

/** erfc within 1.5e-7, for x ≥ 0 (Abramowitz and Stegun, 7.1.26). */
function complementOfError(x: number): number {
  const t = 1 / (1 + 0.3275911 * x)
  const series = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592]
  return series.reduce((sum, factor) => (sum + factor) * t, 0) * Math.exp(-x * x)
}
