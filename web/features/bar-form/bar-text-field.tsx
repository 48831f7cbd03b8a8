import type { TextFieldProps } from '#web/ui/text-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { BarField } from './bar-draft.ts'
import type { BarFormState } from './use-bar-form.ts'

export interface BarTextFieldProps extends Omit<TextFieldProps, 'form' | 'name'> {
  form: BarFormState
  name: BarField
  /** Columns of six where there is room. */
  span?: keyof typeof SPANS
}

const SPANS = {
  2: 'sm:col-span-2',
  3: 'sm:col-span-3',
  4: 'sm:col-span-4',
  6: 'sm:col-span-6',
}

/** A line of text of the new bar, tied to its place in the form. */
export function BarTextField({ form, name, span = 6, ...field }: BarTextFieldProps) {
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
