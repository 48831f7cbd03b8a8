import type { ChangeEvent } from 'react'
import { useRef, useState } from 'react'

/** A text field: what is typed in it, and why it was refused, until something else is typed. */
export function useTyped(first = '') {
  const [value, setValue] = useState(first)
  const [error, setError] = useState<string | null>(null)
  const ref = useRef<HTMLInputElement>(null)
  return {
    value,
    set: setValue,
    focus: () => ref.current?.focus(),
    /** Moves the focus to the field. */
    refuse(why: string): void {
      setError(why)
      ref.current?.focus()
    },
    accept: () => setError(null),
    field: {
      ref,
      value,
      error,
      onChange({ target }: ChangeEvent<HTMLInputElement>) {
        setValue(target.value)
        setError(null)
      },
    },
  }
}
