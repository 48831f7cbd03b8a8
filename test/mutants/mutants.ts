import { readFileSync } from 'node:fs'

/** A defence with some lines changed, so that it no longer works. */
export type Mutant = {
  /** A row of docs/security.md or docs/faults.md. */
  row: string
  file: string
  /** At least one of its tests that cite the row must fail. */
  test: string
  fault: string
  from: string
  to: string
}

/** The faults that a file names, each in a paragraph. The first paragraph tells their form. */
export function readFaults(file: URL): { head: string[]; lines: string[] }[] {
  const [, ...paragraphs] = readFileSync(file, 'utf8').trimEnd().split('\n\n')
  return paragraphs.map((paragraph) => {
    const [head = '', ...lines] = paragraph.split('\n')
    return { head: head.split(' | '), lines }
  })
}

/** The text of the lines with this sign. */
export const textOf = (lines: readonly string[], sign: '-' | '+'): string =>
  lines.flatMap((line) => (line.startsWith(sign) ? line.slice(2) : [])).join('\n')

/** Each mutant switches off one defence. A row is proven only if its tests then fail. */
export const MUTANTS: readonly Mutant[] = readFaults(new URL('mutants.diff', import.meta.url)).map(
  ({ head: [row = '', file = '', test = '', fault = ''], lines }) => ({
    row,
    file,
    test,
    fault,
    from: textOf(lines, '-'),
    to: textOf(lines, '+'),
  }),
)
