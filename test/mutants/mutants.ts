import { readFileSync } from 'node:fs'

/** One line of a defence, changed so that it defends no more. */
export type Mutant = {
  /** Of docs/security.md or docs/faults.md. */
  row: string
  file: string
  /** At least one of its tests that cite the row must fail. */
  test: string
  fault: string
  from: string
  to: string
}

const [, ...PARAGRAPHS] = readFileSync(new URL('mutants.diff', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n\n')

/** Each switches off one defence; a row whose tests stay green is not proven. */
export const MUTANTS: readonly Mutant[] = PARAGRAPHS.map((paragraph) => {
  const [head = '', ...lines] = paragraph.split('\n')
  const [row = '', file = '', test = '', fault = ''] = head.split(' | ')
  const textOf = (sign: '-' | '+') =>
    lines.flatMap((line) => (line.startsWith(sign) ? line.slice(2) : [])).join('\n')
  return { row, file, test, fault, from: textOf('-'), to: textOf('+') }
})
