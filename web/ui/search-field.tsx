import { Search } from 'lucide'
import { startTransition, useState } from 'react'
import { Icon } from './icon.tsx'
import { TextField } from './text-field.tsx'

export interface SearchFieldProps {
  /** Says what is searched; shown where nothing is typed. */
  label: string
  maxLength?: number
  onSearch: (text: string) => void
}

/** A key is drawn at once, by this field alone; the list that follows from it may take its time. */
export function SearchField({ label, maxLength, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState('')
  return (
    <div className="w-full max-w-narrow">
      <TextField
        type="search"
        label={label}
        labelHidden
        placeholder={label}
        prefix={<Icon of={Search} className="size-5" />}
        value={typed}
        onChange={({ target: { value } }) => {
          setTyped(value)
          // No deferred value: React lets those wait without end while a rush goes on.
          startTransition(() => onSearch(value))
        }}
        maxLength={maxLength}
        autoComplete="off"
        enterKeyHint="search"
      />
    </div>
  )
}
