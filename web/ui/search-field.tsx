import { Search } from 'lucide'
import { startTransition, useState } from 'react'
import { Icon } from './icon.tsx'
import { TextField } from './text-field.tsx'

export interface SearchFieldProps {
  label: string
  maxLength?: number
  onSearch: (text: string) => void
}

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
          // Not useDeferredValue: it never settles while updates keep coming.
          startTransition(() => onSearch(value))
        }}
        maxLength={maxLength}
        autoComplete="off"
        enterKeyHint="search"
      />
    </div>
  )
}
