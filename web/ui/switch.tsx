import { useId } from 'react'

export interface SwitchProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  name?: string
  disabled?: boolean
}

export function Switch({ label, checked, onChange, disabled = false, ...rest }: SwitchProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="group flex min-h-target items-center justify-between gap-4 rounded-lg has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2"
    >
      <span className="text-ink-soft text-sm">{label}</span>
      <input
        {...rest}
        id={id}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: ARIA in HTML forbids aria-checked on a checkbox
        role="switch"
        className="peer sr-only"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span
        aria-hidden="true"
        className="flex h-7 w-12 shrink-0 items-center rounded-full border-2 border-edge bg-sunken px-0.5 transition-colors before:size-5 before:rounded-full before:bg-edge before:transition-[background-color,translate] group-hover:before:bg-ink-soft peer-checked:border-accent peer-checked:bg-accent peer-checked:before:translate-x-4.5 peer-checked:before:bg-on-accent peer-disabled:opacity-55 forced-colors:peer-checked:bg-[Highlight] forced-colors:before:bg-[ButtonText]"
      />
    </label>
  )
}
