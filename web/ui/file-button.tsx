import type { ChangeEvent } from 'react'
import { useRef } from 'react'
import type { ButtonProps } from './button.tsx'
import { Button } from './button.tsx'

export interface FileButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** Names the field behind the button, which only scripts and assistive tools meet. */
  label: string
  accept: string
  onPick: (file: File) => void
  /** Instead of choosing a file: what pressing does where the button is `aria-disabled`. */
  onRefuse?: () => void
}

/** A button that chooses one file. */
export function FileButton(props: FileButtonProps) {
  const { label, accept, onPick, onRefuse, ...button } = props
  const input = useRef<HTMLInputElement>(null)
  const isRefused = button['aria-disabled'] === true

  function take(event: ChangeEvent<HTMLInputElement>): void {
    const file = event.target.files?.[0]
    event.target.value = '' // so that the same file can be chosen again
    if (!file) return
    if (isRefused) onRefuse?.()
    else onPick(file)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        className="sr-only"
        tabIndex={-1}
        aria-label={label}
        disabled={button.disabled}
        onChange={take}
      />
      <Button {...button} onClick={() => (isRefused ? onRefuse?.() : input.current?.click())} />
    </>
  )
}
