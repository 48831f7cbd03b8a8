import { useId, useReducer } from 'react'

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
