import type { ChangeEvent } from 'react'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { ButtonProps } from './button.tsx'
import { Button } from './button.tsx'

export interface FileButtonProps extends Omit<ButtonProps, 'onClick'> {
  accept: string
  onPick: (file: File) => void
  /** Called instead of the file picker while the button is `aria-disabled`. */
  onRefuse?: () => void
}

export function FileButton(props: FileButtonProps) {
  const { accept, onPick, onRefuse, ...button } = props
  const input = useRef<HTMLInputElement>(null)
  const isRefused = button['aria-disabled'] === true

  function take(field: HTMLInputElement): void {
    const file = field.files?.[0]
    field.value = '' // the same file can be chosen again
    if (!file) return
    if (isRefused) onRefuse?.()
    else onPick(file)
  }
  // On a prerendered page a file may be chosen before hydration.
  const takeEarly = useEffectEvent(() => input.current && take(input.current))
  useEffect(() => void takeEarly(), [])
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        disabled={button.disabled}
        onChange={(event: ChangeEvent<HTMLInputElement>) => take(event.target)}
      />
      <Button {...button} onClick={() => (isRefused ? onRefuse?.() : input.current?.click())} />
    </>
  )
}
