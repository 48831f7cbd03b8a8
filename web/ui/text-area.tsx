import type { ComponentProps } from 'react'
import type { FieldTexts } from './field.tsx'
import { CONTROL_CLASS, Field, useField } from './field.tsx'

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'>, FieldTexts {
  labelHidden?: boolean
}

export function TextArea(props: TextAreaProps) {
  const { label, hint, error, labelHidden, className = '', ...area } = props
  const field = useField({ label, hint, error })
  return (
    <Field label={label} hint={hint} error={error} field={field} labelHidden={labelHidden}>
      <textarea
        rows={2}
        {...area}
        {...field.control}
        className={`${CONTROL_CLASS} resize-none py-3 ${className}`}
      />
    </Field>
  )
}
