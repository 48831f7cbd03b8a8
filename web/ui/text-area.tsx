import type { ComponentProps, ReactNode } from 'react'
import type { FieldTexts } from './field.tsx'
import { CONTROL_CLASS, Field, useField } from './field.tsx'

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'>, FieldTexts {
  labelHidden?: boolean
  /** Inside, at the last line. */
  suffix?: ReactNode
}

export function TextArea(props: TextAreaProps) {
  const { label, hint, error, labelHidden, suffix, className = '', ...area } = props
  const field = useField({ label, hint, error })
  return (
    <Field label={label} hint={hint} error={error} field={field} labelHidden={labelHidden}>
      <span className="relative flex">
        <textarea
          rows={2}
          {...area}
          {...field.control}
          className={`${CONTROL_CLASS} resize-none py-3 ${suffix ? 'pr-13' : ''} ${className}`}
        />
        {suffix && <span className="absolute right-2 bottom-3 flex">{suffix}</span>}
      </span>
    </Field>
  )
}
