import type { TextFieldProps } from '#web/ui/text-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { BarField } from './bar-draft.ts'
import type { BarFormState } from './use-bar-form.ts'

export interface BarTextFieldProps extends Omit<TextFieldProps, 'form' | 'name'> {
  form: BarFormState
  name: BarField
  span?: keyof typeof SPANS
}

const SPANS = {
  third: 'col-span-6 sm:col-span-2',
  half: 'col-span-6 sm:col-span-3',
  most: 'col-span-6 sm:col-span-4',
  whole: 'col-span-6',
  short: 'col-span-2',
  beside: 'col-span-4 sm:col-span-2',
}

export function BarTextField({ form, name, span = 'whole', ...field }: BarTextFieldProps) {
  return (
    <div className={SPANS[span]}>
      <TextField
        autoComplete="off"
        {...field}
        name={name}
        value={form.draft[name]}
        error={form.problems[name]}
        readOnly={form.isBusy}
        onChange={(event) => form.change(name, event.target.value)}
      />
    </div>
  )
}
