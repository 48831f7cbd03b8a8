import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import type { ButtonLook } from './button-look.ts'
import { buttonClass } from './button-look.ts'
import { Spinner } from './spinner.tsx'
import { useEarlyPress } from './use-early-press.ts'

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  icon?: ReactNode
  /** Keeps focus and width, and ignores presses. */
  busy?: boolean
  busyLabel?: string
}

/** `aria-disabled` stays focusable and still calls `onClick`, to answer with a reason. */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    block,
    icon,
    busy = false,
    busyLabel,
    className,
    children,
    ...rest
  } = props
  const own = useEarlyPress()
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // Enter in a form presses its submit button: this also stops a second submit.
    if (busy) event.preventDefault()
    else rest.onClick?.(event)
  }
  return (
    <button
      type="button"
      ref={own}
      {...rest}
      {...(busy && { 'aria-disabled': true, 'aria-busy': true })}
      onClick={press}
      className={buttonClass({ variant, size, block }, className)}
    >
      <span className="grid">
        <Face shown={!busy} named={!busyLabel}>
          {icon}
          {children}
        </Face>
        {(busy || busyLabel) && (
          <Face shown={busy}>
            <Spinner turning={busy} />
            {busyLabel}
          </Face>
        )}
      </span>
    </button>
  )
}

interface FaceProps {
  shown: boolean
  /** Names the button even when hidden. */
  named?: boolean
  children: ReactNode
}

/** Both faces share a grid cell, so that the wider one sets the width. */
function Face({ shown, named = false, children }: FaceProps) {
  const hidden = named ? 'opacity-0' : 'invisible'
  return (
    <span
      aria-hidden={!shown && !named}
      className={`col-start-1 row-start-1 inline-flex items-center justify-center gap-2.5 ${shown ? '' : hidden}`}
    >
      {children}
    </span>
  )
}
