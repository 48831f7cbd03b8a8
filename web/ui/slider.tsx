import type { CSSProperties } from 'react'
import { useId } from 'react'
import sliderHref from './slider.css?url'

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
  const share = (range.value - range.min) / (range.max - range.min)
  return (
    <div className="flex items-center gap-3">
      {/* Not in the stylesheet of every page. */}
      <link rel="stylesheet" href={sliderHref} precedence="default" />
      <label htmlFor={id} className="font-semibold text-sm">
        {label}
      </label>
      <input
        {...range}
        id={id}
        type="range"
        aria-valuetext={valueText}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        style={{ '--share': share } as CSSProperties}
        className="slider min-h-target min-w-0 flex-1 rounded-lg"
      />
    </div>
  )
}
