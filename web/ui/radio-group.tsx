import type { ReactNode } from 'react'
import { useId } from 'react'

export interface RadioGroupProps<Value extends string> {
  legend: string
  options: readonly { value: Value; label: string; picture?: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
  /** Key in the form; generated if missing. */
  name?: string
  disabled?: boolean
}

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { legend, options, value, onChange, disabled = false } = props
  const ownName = useId()
  return (
    <fieldset className="grid gap-1.5 disabled:opacity-55" disabled={disabled}>
      <legend className="mb-1 font-semibold text-ink text-sm">{legend}</legend>
      <div className="flex flex-wrap gap-1 rounded-lg border border-edge bg-sunken p-1">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-target flex-1 basis-0 flex-col items-center justify-center min-w-fit rounded-md border border-transparent px-1 text-center text-ink-soft text-sm transition-colors hover:bg-hover has-checked:border-current has-checked:bg-accent has-checked:font-semibold has-checked:text-on-accent forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              className="sr-only"
              name={props.name ?? ownName}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.picture}
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
