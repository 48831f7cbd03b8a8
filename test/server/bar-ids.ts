import { BAR_ID_ALPHABET } from '#contract/bar-id.ts'

/** Makes `count` well-formed bar ids that begin with the three letters of `prefix`. */
export function makeBarIds(prefix: string, count: number): string[] {
  const base = BAR_ID_ALPHABET.length
  return Array.from({ length: count }, (_, index) => {
    const digits = [index / base ** 2, (index / base) % base, index % base]
    return prefix + digits.map((digit) => BAR_ID_ALPHABET.charAt(Math.floor(digit))).join('')
  })
}
