import CircleAlert from 'lucide:circle-alert'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { Icon } from './icon.tsx'

export interface FieldTexts {
  label: string
  hint?: ReactNode
  error?: string | null | undefined
}

export const CONTROL_CLASS =
  'w-full rounded-lg border border-edge bg-sunken px-4 text-base text-ink placeholder:text-ink-faint transition-colors hover:border-ink-soft focus-visible:border-focus focus-visible:outline-offset-0 aria-invalid:border-danger aria-invalid:border-2 disabled:opacity-55'

export function useField({ hint, error }: FieldTexts) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ')
  return {
    hintId,
    errorId,
    control: {
      id,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': describedBy || undefined,
    },
  }
}

interface FieldProps extends FieldTexts {
  field: ReturnType<typeof useField>
  children: ReactNode
  labelHidden?: boolean | undefined
}

export function Field({ label, hint, error, field, labelHidden, children }: FieldProps) {
  return (
    <div className="grid gap-1">
      <label
        htmlFor={field.control.id}
        className={labelHidden ? 'sr-only' : 'font-semibold text-ink text-sm'}
      >
        {label}
      </label>
      {children}
      {error && (
        <p id={field.errorId} className="flex items-start gap-1.5 text-danger text-sm">
          <Icon of={CircleAlert} className="mt-0.5 size-4.5 shrink-0" />
          <span>{error}</span>
        </p>
      )}
      {hint && (
        <p id={field.hintId} className="text-ink-soft text-sm">
          {hint}
        </p>
      )}
    </div>
  )
}
