import { useId } from 'react'

export interface SliderProps {
  label: string
  value: number
  min: number
  max: number
  step: number
  valueText: string
  onChange: (value: number) => void
}

export function Slider({ label, valueText, onChange, ...range }: SliderProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={id} className="font-semibold text-sm">
        {label}
      </label>
      <input
        {...range}
        id={id}
        type="range"
        aria-valuetext={valueText}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="min-h-target min-w-0 flex-1 rounded-lg accent-accent"
      />
    </div>
  )
}
