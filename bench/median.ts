export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = sorted.length >> 1
  const [low = Number.NaN, high = Number.NaN] = [
    sorted[Math.ceil(sorted.length / 2) - 1],
    sorted[middle],
  ]
  return (low + high) / 2
}
