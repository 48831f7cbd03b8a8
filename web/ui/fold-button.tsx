import ChevronDown from 'lucide:chevron-down'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { Fold } from './use-fold.ts'

interface FoldButtonProps {
  fold: Fold
  className?: string
  children: ReactNode
}

/** The button of a part that unfolds. It fills its heading. */
export function FoldButton({ fold, className = '', children }: FoldButtonProps) {
  return (
    <button
      type="button"
      {...fold.button}
      className={`flex w-full items-center gap-2 rounded-lg text-left hover:bg-hover ${className}`}
    >
      {children}
      <FoldChevron fold={fold} />
    </button>
  )
}

export function FoldChevron({ fold: { isOpen } }: { fold: Fold }) {
  return (
    <Icon
      of={ChevronDown}
      className={`ml-auto size-5 shrink-0 text-ink-soft transition-transform ${isOpen ? 'rotate-180' : ''}`}
    />
  )
}
