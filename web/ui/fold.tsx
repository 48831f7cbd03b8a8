import ChevronDown from 'lucide:chevron-down'
import type { ReactNode } from 'react'
import { useId, useReducer } from 'react'
import { Icon } from './icon.tsx'

export interface Fold {
  isOpen: boolean
  /** For the button. */
  button: { 'aria-expanded': boolean; 'aria-controls': string; onClick: () => void }
  /** For the part that it shows, whose content is drawn only while it is open. */
  body: { id: string; hidden: boolean }
}

/**
 * A part that a button shows and hides. Closed at first, unless its owner keeps the state. Not <details>:
 * screen readers lose the heading in a summary.
 */
export function useFold(kept?: { isOpen: boolean; onToggle: () => void }): Fold {
  const [isOwnOpen, toggle] = useReducer((isOpen: boolean) => !isOpen, false)
  const { isOpen, onToggle } = kept ?? { isOpen: isOwnOpen, onToggle: toggle }
  const id = useId()
  return {
    isOpen,
    button: { 'aria-expanded': isOpen, 'aria-controls': id, onClick: onToggle },
    body: { id, hidden: !isOpen },
  }
}

interface FoldButtonProps {
  fold: Fold
  className?: string
  children: ReactNode
}

/** As wide as its heading. */
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
