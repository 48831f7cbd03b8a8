import ChevronDown from 'lucide:chevron-down'
import type { ComponentProps } from 'react'
import type { FieldTexts } from './field.tsx'
import { CONTROL_CLASS, Field, useField } from './field.tsx'
import { Icon } from './icon.tsx'

export interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id'>, FieldTexts {
  options: readonly { value: string; label: string }[]
}

export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, options, className = '', ...select } = props
  const field = useField({ label, hint, error })
  return (
    <Field label={label} hint={hint} error={error} field={field}>
      <span className="relative block">
        <select
          {...select}
          {...field.control}
          className={`${CONTROL_CLASS} min-h-13 appearance-none pr-11 ${className}`}
        >
          {options.map(({ value, label: name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <Icon
          of={ChevronDown}
          className="pointer-events-none absolute inset-y-0 right-4 my-auto size-5 text-ink-soft"
        />
      </span>
    </Field>
  )
}
