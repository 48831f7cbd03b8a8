import { readFaults, textOf } from '#test/mutants/mutants.ts'
import type { Mutation } from '#test/mutants/mutation.ts'

export type Mutant = {
  title: string
  /** What the checker must say of it, among whatever else it says; or `hostile`. */
  flaw: string
  mutation: Mutation
  /** Nothing of it shows as long as the server lives: it is the kill that the harness must see. */
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

/** Each breaks one promise on purpose; a harness that lets one pass is of no use. */
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
