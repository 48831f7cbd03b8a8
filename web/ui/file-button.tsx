import Camera from 'lucide:camera'
import Image from 'lucide:image'
import type { ChangeEvent, MouseEvent } from 'react'
import { useEffect, useEffectEvent, useId, useRef, useSyncExternalStore } from 'react'
import { photoButtonTexts } from '#contract/texts/photo-button.ts'
import type { ButtonProps } from './button.tsx'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { Menu, MenuItem } from './menu.tsx'

export interface FileButtonProps extends Omit<ButtonProps, 'onClick'> {
  accept: string
  /** The camera that takes a new picture: the one on the screen's side, or the one on the back. */
  camera?: 'user' | 'environment'
  onPick: (file: File) => void
  /** Called instead of the file picker while the button is `aria-disabled`. */
  onRefuse?: () => void
}

export function FileButton(props: FileButtonProps) {
  const { accept, camera = 'environment', onPick, onRefuse, ...button } = props
  const input = useRef<HTMLInputElement>(null)
  const menuId = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const hidesCamera = useHidesCamera()
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

  function open(capture?: string): void {
    const field = input.current
    if (!field) return
    if (capture) field.setAttribute('capture', capture)
    else field.removeAttribute('capture')
    field.click()
  }
  function press({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
    opener.current = currentTarget
    if (isRefused) onRefuse?.()
    else if (hidesCamera) document.getElementById(menuId)?.showPopover()
    else open()
  }
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
      <Button {...button} onClick={press} />
      {hidesCamera && (
        <Menu shared={{ id: menuId, opener }} label="" title={photoButtonTexts.photo}>
          {(closeFirst) => (
            <>
              <MenuItem icon={<Icon of={Camera} />} onClick={closeFirst(() => open(camera))}>
                {photoButtonTexts.takePhoto}
              </MenuItem>
              <MenuItem icon={<Icon of={Image} />} onClick={closeFirst(() => open())}>
                {photoButtonTexts.choosePhoto}
              </MenuItem>
            </>
          )}
        </Menu>
      )}
    </>
  )
}

/** From Android 14 on, the picker that Chrome opens for `accept="image/*"` offers no camera. */
const useHidesCamera = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => navigator.userAgent.includes('Android'),
    () => false,
  )
