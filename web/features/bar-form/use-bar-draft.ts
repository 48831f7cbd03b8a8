import { useState } from 'react'
import type { AdminBar } from '#contract/admin-bar.ts'
import type { BarBase, BarDraft, BarField } from './bar-draft.ts'
import { BLANK_BASE, isSameDraft, rebaseDraft, toBase } from './bar-draft.ts'
import type { BarProblems } from './read-bar.ts'

interface Typed {
  draft: BarDraft
  /** What the newest version has in fields that were typed over. */
  theirs: Partial<BarDraft>
}

/** What was typed, what it began with, and what is wrong with it. */
export function useBarDraft(bar: AdminBar | null) {
  const [base, setBase] = useState<BarBase>(() => (bar ? toBase(bar) : BLANK_BASE))
  const [{ draft, theirs }, setTyped] = useState<Typed>({ draft: base.draft, theirs: {} })
  const [problems, setProblems] = useState<BarProblems>({})

  return {
    base,
    draft,
    isDirty: !isSameDraft(draft, base.draft),
    problems,
    setProblems,
    theirs,
    change: (field: BarField, text: string) => {
      setTyped((known) => ({ ...known, draft: { ...known.draft, [field]: text } }))
      setProblems(({ [field]: _, ...others }) => others)
    },
    /** Takes a newer version under what was typed; where both differ, both are there to see. */
    rebase: (newest: BarBase) => {
      setTyped((known) => rebaseDraft(known.draft, base.draft, newest.draft))
      setBase(newest)
      setProblems({})
    },
    clear: () => setTyped({ draft: BLANK_BASE.draft, theirs: {} }),
  }
}
