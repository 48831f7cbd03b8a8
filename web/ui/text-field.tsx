import type { ComponentProps, ReactNode } from 'react'
import type { FieldTexts } from './field.tsx'
import { CONTROL_CLASS, Field, useField } from './field.tsx'

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'prefix'>, FieldTexts {
  labelHidden?: boolean
  prefix?: ReactNode
  suffix?: ReactNode
}

export function TextField(props: TextFieldProps) {
  const { label, hint, error, labelHidden, prefix, suffix, className = '', ...input } = props
  const field = useField({ label, hint, error })
  return (
    <Field label={label} hint={hint} error={error} field={field} labelHidden={labelHidden}>
      <span className="relative block">
        {prefix && (
          <span className="pointer-events-none absolute inset-y-0 left-4 flex items-center text-ink-faint">
            {prefix}
          </span>
        )}
        <input
          type="text"
          {...input}
          {...field.control}
          className={`${CONTROL_CLASS} min-h-13 ${prefix ? 'pl-12' : ''} ${suffix ? 'pr-13' : ''} ${className}`}
        />
        {suffix && <span className="absolute inset-y-0 right-1 flex items-center">{suffix}</span>}
      </span>
    </Field>
  )
}
