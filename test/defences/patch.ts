/** Throws unless `from` is there exactly once: a mutant that changed nothing would prove nothing. */
export function patch(file: string, source: string, from: string, to: string): string {
  const parts = source.split(from)
  if (parts.length !== 2) throw new Error(`${file} has this ${parts.length - 1} times: ${from}`)
  return parts.join(to)
}
