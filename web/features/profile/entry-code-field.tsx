import { useRef } from 'react'
import { profileTexts } from '#contract/texts/profile.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { useEarlyInput } from '#web/ui/use-early-input.ts'
import { goToNextField } from './profile-fields.tsx'

interface EntryCodeFieldProps {
  value: string
  error: string | undefined
  readOnly: boolean
  onChange: (typed: string) => void
}

/** The night's code, of a bar that asks for it. */
export function EntryCodeField({ onChange, ...field }: EntryCodeFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useEarlyInput(input, onChange)
  return (
    <TextField
      {...field}
      ref={input}
      label={profileTexts.entryCode}
      hint={profileTexts.entryCodeHint}
      onChange={(event) => onChange(event.target.value)}
      name="entryCode"
      autoComplete="one-time-code"
      inputMode="numeric"
      enterKeyHint="next"
      onKeyDown={goToNextField}
    />
  )
}
