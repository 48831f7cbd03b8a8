import type { ChangeEvent } from 'react'
import { useRef } from 'react'
import type { ButtonProps } from './button.tsx'
import { Button } from './button.tsx'

export interface FileButtonProps extends Omit<ButtonProps, 'onClick'> {
  accept: string
  onPick: (file: File) => void
  /** Instead of choosing a file: what pressing does where the button is `aria-disabled`. */
  onRefuse?: () => void
}

/** A button that chooses one file. The field behind it is nobody's business but the button's. */
export function FileButton(props: FileButtonProps) {
  const { accept, onPick, onRefuse, ...button } = props
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
        hidden
        disabled={button.disabled}
        onChange={take}
      />
      <Button {...button} onClick={() => (isRefused ? onRefuse?.() : input.current?.click())} />
    </>
  )
}
