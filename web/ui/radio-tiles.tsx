import { useId } from 'react'

export interface RadioTilesProps<Value extends string> {
  legend: string
  options: readonly (readonly [Value, string])[]
  /** Null: nothing is chosen yet. */
  value: Value | null
  onChange: (value: Value) => void
  /** Key in the form; generated if missing. */
  name?: string
}

const TILE =
  'flex min-h-target grow items-center justify-center rounded-lg border border-edge bg-sunken px-2 py-2 text-center text-sm transition-colors hover:bg-hover has-checked:border-current has-checked:bg-accent has-checked:font-semibold has-checked:text-on-accent forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2'

/** One of several, as many beside each other as have room. */
export function RadioTiles<Value extends string>(props: RadioTilesProps<Value>) {
  const { legend, options, value, onChange } = props
  const ownName = useId()
  return (
    <fieldset>
      <legend className="mb-2 font-semibold text-ink text-sm">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(([option, label]) => (
          <label key={option} className={TILE}>
            <input
              type="radio"
              className="sr-only"
              name={props.name ?? ownName}
              value={option}
              checked={option === value}
              onChange={() => onChange(option)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
