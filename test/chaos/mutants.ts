import { readFaults, textOf } from '#test/mutants/mutants.ts'
import type { Mutation } from '#test/mutants/mutation.ts'

type Mutant = {
  title: string
  /** The flaw that the checker must report, possibly among others; or `hostile`. */
  flaw: string
  mutation: Mutation
  /** The fault shows only after a kill, so a run without kills must find nothing. */
  isSoundUnkilled: boolean
}

const ALL: readonly Mutant[] = readFaults(new URL('mutants.diff', import.meta.url)).map(
  ({ head: [title = '', flaw = '', note], lines }) => ({
    title,
    flaw,
    mutation: toMutation(lines),
    isSoundUnkilled: note === 'sound unkilled',
  }),
)

/** Each mutant breaks one promise. The harness must find them all. */
export const MUTANTS = ALL.filter(({ flaw }) => flaw !== 'hostile')

/** Hostile bytes must find each. */
export const HOSTILE_MUTANTS = ALL.filter(({ flaw }) => flaw === 'hostile')

function toMutation(lines: readonly string[]): Mutation {
  const [, ...files] = lines.join('\n').split(/^in /m)
  const changed = files.map((text) => {
    const [file = '', ...changes] = text.trimEnd().split('\n')
    // A change ends where the next one takes lines away.
    const blocks = changes.join('\n').split(/(?<=^\+.*)\n(?=-)/m)
    const pairs = blocks.map((block): [string, string] => {
      const blockLines = block.split('\n')
      return [textOf(blockLines, '-'), textOf(blockLines, '+')]
    })
    return [file, pairs] as const
  })
  return Object.fromEntries(changed)
}
