import Search from 'lucide:search'
import X from 'lucide:x'
import { startTransition, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { TextField } from './text-field.tsx'

export interface SearchFieldProps {
  label: string
  clearLabel: string
  maxLength?: number
  onSearch: (text: string) => void
  className?: string | undefined
}

export function SearchField(props: SearchFieldProps) {
  const { label, clearLabel, maxLength, onSearch, className = '' } = props
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const search = (text: string) => {
    setTyped(text)
    // Not useDeferredValue: it never settles while updates keep coming.
    startTransition(() => onSearch(text))
  }
  const clear = () => {
    search('')
    input.current?.focus()
  }
  return (
    <div className={`w-full max-w-narrow lg:max-w-88 ${className}`}>
      <TextField
        ref={input}
        type="search"
        className="min-h-12! [&::-webkit-search-cancel-button]:hidden"
        label={label}
        labelHidden
        placeholder={label}
        prefix={<Icon of={Search} className="size-5" />}
        value={typed}
        suffix={
          typed !== '' && (
            <Button variant="quiet" size="icon" aria-label={clearLabel} onClick={clear}>
              <Icon of={X} className="size-5" />
            </Button>
          )
        }
        onChange={({ target: { value } }) => search(value)}
        maxLength={maxLength}
        autoComplete="off"
        enterKeyHint="search"
      />
    </div>
  )
}
